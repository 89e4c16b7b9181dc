/** Figures as OpenMetrics text that Prometheus' older text format reads too, as node_exporter's textfile collector does. */

export type Labels = Readonly<Record<string, string>>

/** One figure under one name: a gauge, or the times of many requests sorted into buckets. Names end with their unit. */
export type Metric = { name: string; help: string; unit?: 'seconds' } & (
  | { type: 'gauge'; samples: readonly { labels?: Labels; value: number }[] }
  | { type: 'histogram'; series: readonly { labels?: Labels; values: readonly number[] }[] }
)

export type Gauge = Extract<Metric, { type: 'gauge' }>

/** A figure that goes up and down. */
export const gauge = (name: string, help: string, samples: Gauge['samples']): Gauge => ({
  name,
  type: 'gauge',
  help,
  samples,
})

/** A gauge in seconds: its name ends with `_seconds`. */
export const seconds = (...[name, help, samples]: Parameters<typeof gauge>): Gauge => ({
  ...gauge(name, help, samples),
  unit: 'seconds',
})

/** Upper bounds of the buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * The whole text. `common` labels stand on every figure. Gauges and histograms alone: the two formats disagree on how a
 * counter, an info and a state set are written.
 */
export function openMetrics(metrics: readonly Metric[], common: Labels = {}): string {
  const lines = metrics.flatMap((metric) => {
    const found = linesOf(metric, common)
    return found.length === 0 ? [] : [...headOf(metric), ...found]
  })
  return `${[...lines, '# EOF'].join('\n')}\n`
}

const headOf = ({ name, type, help, unit }: Metric): string[] => [
  `# TYPE ${name} ${type}`,
  ...(unit ? [`# UNIT ${name} ${unit}`] : []),
  `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
]

function linesOf(metric: Metric, common: Labels): string[] {
  const { name } = metric
  if (metric.type === 'gauge')
    return metric.samples.map(({ labels, value }) => line(name, { ...common, ...labels }, number(value)))
  return metric.series.flatMap(({ labels, values }) => {
    const all = { ...common, ...labels }
    const upTo = (bound: number) => values.filter((value) => value <= bound).length
    return [
      ...[...bounds, Infinity].map((bound) =>
        line(`${name}_bucket`, { ...all, le: float(bound) }, String(upTo(bound))),
      ),
      line(`${name}_count`, all, String(values.length)),
      line(`${name}_sum`, all, number(values.reduce((sum, value) => sum + value, 0))),
    ]
  })
}

const line = (name: string, labels: Labels, value: string): string => {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escapedLabel(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

const escapedLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** Sums of milliseconds without the noise of binary fractions. */
const number = (value: number): string => String(Math.round(value * 1e6) / 1e6)

/** A bound as OpenMetrics writes a float: `1.0`, `+Inf`. */
const float = (value: number): string =>
  value === Infinity ? '+Inf' : Number.isInteger(value) ? `${value}.0` : String(value)
