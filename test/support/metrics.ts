/** Reads the figures of a file of --openmetrics: the value of each series by its name and its own labels. */
import { readFileSync } from 'node:fs'

/** `figure('movecli_smoke_checks', { status: 'failed' })`: the value of the one series that has these labels, among others. */
export function figuresIn(path: string) {
  const text = readFileSync(path, 'utf8')
  const series = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]),
    ),
    value: Number(value),
  }))
  const figure = (name: string, labels: Record<string, string> = {}): number | undefined => {
    const found = series.filter(
      (each) =>
        each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value),
    )
    if (found.length > 1) throw new Error(`${name} has ${found.length} series with these labels`)
    return found[0]?.value
  }
  return { text, series, figure }
}
