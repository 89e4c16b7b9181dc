import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMetrics } from '../../src/output/openmetrics.ts'

test('a gauge has its type, unit and help, and the common labels before its own', () => {
  const text = openMetrics(
    [
      {
        name: 'movecli_clock_skew_seconds',
        type: 'gauge',
        unit: 'seconds',
        help: 'How far apart the clocks are.',
        samples: [{ value: -1.5 }, { labels: { check: 'a' }, value: 2 }],
      },
    ],
    { network: 'testnet' },
  )
  expect(text).toBe(
    [
      '# TYPE movecli_clock_skew_seconds gauge',
      '# UNIT movecli_clock_skew_seconds seconds',
      '# HELP movecli_clock_skew_seconds How far apart the clocks are.',
      'movecli_clock_skew_seconds{network="testnet"} -1.5',
      'movecli_clock_skew_seconds{network="testnet",check="a"} 2',
      '# EOF',
      '',
    ].join('\n'),
  )
})

test('a figure that nobody has is left out, its type too', () => {
  const none = { name: 'movecli_limit_requests', type: 'gauge', help: 'Limit.', samples: [] } as const
  expect(openMetrics([none])).toBe('# EOF\n')
})

test('quotes, backslashes and line breaks of a label stay within it', () => {
  const metric = {
    name: 'a',
    type: 'gauge',
    help: 'b\\\nc',
    samples: [{ labels: { x: '"\\\n' }, value: 1 }],
  } as const
  expect(openMetrics([metric])).toBe('# TYPE a gauge\n# HELP a b\\\\\\nc\na{x="\\"\\\\\\n"} 1\n# EOF\n')
})

test('the buckets of a histogram grow, the last holds all, and count and sum are those of the values', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 40 }), (ms) => {
      const values = ms.map((each) => each / 1000)
      const text = openMetrics([{ name: 'h', type: 'histogram', help: 'H.', series: [{ values }] }])
      const of = (name: string) =>
        [...text.matchAll(new RegExp(`^${name}(?:\\{le="(.*)"\\})? (.*)$`, 'gm'))].map(
          ([, le, value]) => [le, Number(value)] as const,
        )
      const buckets = of('h_bucket')
      expect(buckets.map(([, count]) => count)).toEqual(
        buckets.map(
          ([le]) => values.filter((value) => value <= Number(le?.replace('+Inf', 'Infinity'))).length,
        ),
      )
      expect(buckets.at(-1)).toEqual(['+Inf', values.length])
      expect(of('h_count')).toEqual([[undefined, values.length]])
      expect(of('h_sum')).toEqual([[undefined, ms.reduce((sum, each) => sum + each, 0) / 1000]])
    }),
  )
})

test('a histogram has buckets from five milliseconds to thirty seconds', () => {
  const series = [{ labels: { operation: 'a' }, values: [0.005, 0.0051, 31] }]
  const text = openMetrics([{ name: 'h', type: 'histogram', help: 'H.', series }], { network: 'testnet' })
  const buckets = [...text.matchAll(/^h_bucket\{network="testnet",operation="a",le="(.*)"\} (\d)$/gm)]
  expect(buckets.map(([, le, count]) => `${le}: ${count}`)).toEqual(
    [
      '0.005: 1',
      '0.01',
      '0.025',
      '0.05',
      '0.1',
      '0.25',
      '0.5',
      '1.0',
      '2.5',
      '5.0',
      '10.0',
      '30.0',
      '+Inf: 3',
    ].map((each) => (each.includes(':') ? each : `${each}: 2`)),
  )
  expect(text).toContain('h_sum{network="testnet",operation="a"} 31.0101\n')
})

test('a label of a sample stands in the place of a common one', () => {
  const metric = {
    name: 'a',
    type: 'gauge',
    help: 'A.',
    samples: [{ labels: { x: 'own' }, value: 1 / 3 }],
  } as const
  expect(openMetrics([metric], { x: 'common' })).toContain('a{x="own"} 0.333333\n')
})
