/**
 * The files of --openmetrics by parsers that are not ours: Prometheus' own (apt-get install prometheus), which scrapes
 * them too, and the reference parser of OpenMetrics (python3-prometheus-client).
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { env, file, rows, service, submit } from '../bulk/support.ts'
import { smoke } from '../smoke/support.ts'
import { figuresIn } from '../support/metrics.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { clock } from '../support/clock.ts'

const folder = freshFolder('movecli-metrics-')
const paths = ['smoke', 'limits', 'submit'].map((name) => join(folder, `${name}.prom`))

beforeAll(async () => {
  const [smokeFile, limitsFile, submitFile] = paths
  await smoke(`--suite full --repeat 5 --rate-limit 500 --openmetrics ${smokeFile}`)
  const limited = { ...env, MOVECLI_RATE_LIMIT: '100' }
  await movecli(`limits --openmetrics ${limitsFile}`, { env: limited, transport: service().transport })
  await submit(
    `--from ${file('rows.ndjson', rows(30))} --shard 1/2 --rate-limit 10 --run a --openmetrics ${submitFile}`,
    clock(),
  )
}, 60_000)

/** Debian's python, whose packages a version manager's does not see. */
const python = (script: string, input: string) =>
  JSON.parse(execFileSync('/usr/bin/python3', ['-c', script], { input }).toString()) as Record<string, number>

test('the reference parser of OpenMetrics takes every file, and finds histograms that sum up', () => {
  for (const path of paths) {
    const found = python(
      `import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse
print(json.dumps({f.name: len(f.samples) for f in parse(sys.stdin.read())}))`,
      readFileSync(path, 'utf8'),
    )
    const samples = Object.values(found).reduce((sum, count) => sum + count, 0)
    expect({ path, samples }).toEqual({ path, samples: figuresIn(path).series.length })
  }
})

test('promtool takes every file as the text that the textfile collector reads, and all of them at once', () => {
  for (const path of paths)
    expect(execFileSync('promtool', ['check', 'metrics'], { input: readFileSync(path) }).toString()).toBe('')
  const names = paths.map(
    (path) => new Set([...readFileSync(path, 'utf8').matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)),
  )
  const all = names.flatMap((each) => [...each])
  expect(new Set(all).size).toBe(all.length)
})

test('Prometheus scrapes every file, and its query has the p95 of an operation', async () => {
  const type = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': type }).end(readFileSync(join(folder, request.url ?? '')))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const config = ['global: { scrape_interval: 1s, scrape_timeout: 1s }', 'scrape_configs:']
  for (const path of paths)
    config.push(
      `  - job_name: ${path.split('/').at(-1)}`,
      `    metrics_path: /${path.split('/').at(-1)}`,
      `    static_configs: [{ targets: ['127.0.0.1:${port}'] }]`,
    )
  const own = freshFolder('movecli-prometheus-')
  writeFileSync(join(own, 'prometheus.yml'), config.join('\n'))
  const free = await freePort()
  const child = spawn(
    'prometheus',
    [
      `--config.file=${own}/prometheus.yml`,
      `--storage.tsdb.path=${own}/data`,
      `--web.listen-address=127.0.0.1:${free}`,
    ],
    { stdio: 'ignore' },
  )
  try {
    const query = async (text: string): Promise<number | undefined> => {
      const url = `http://127.0.0.1:${free}/api/v1/query?query=${encodeURIComponent(text)}`
      const answer = await fetch(url).then(
        // While it starts it answers 503.
        async (each) => (each.ok ? each.json() : undefined),
        () => undefined,
      )
      const value = (answer as { data?: { result: { value: [number, string] }[] } } | undefined)?.data
        ?.result[0]?.value[1]
      return value === undefined ? undefined : Number(value)
    }
    const until = async (text: string, wanted: number) => {
      let found: number | undefined
      for (let tries = 0; tries < 300 && found !== wanted; tries++) {
        found = await query(text)
        await pause(100)
      }
      return found
    }
    expect(await until('sum(up)', paths.length)).toBe(paths.length)
    const { figure } = figuresIn(paths[0]!)
    const count = figure('movecli_smoke_request_duration_seconds_count', { operation: 'token.price' })
    expect(await query('movecli_smoke_request_duration_seconds_count{operation="token.price"}')).toBe(count)
    const p95 =
      'histogram_quantile(0.95, movecli_smoke_request_duration_seconds_bucket{operation="token.price"})'
    expect(await query(p95)).toBeGreaterThanOrEqual(0)
  } finally {
    child.kill('SIGKILL')
    server.close()
  }
})

test('the alert rules are rules, and dashboard and rules ask for figures that the files have', () => {
  const docs = join(import.meta.dirname, '../../docs')
  const rules = join(docs, 'alerts.yml')
  expect(execFileSync('promtool', ['check', 'rules', rules]).toString()).toContain('SUCCESS: 5 rules found')
  const known = new Set(paths.flatMap((path) => figuresIn(path).series.map(({ name }) => name)))
  for (const page of [rules, join(docs, 'grafana-dashboard.json')]) {
    const asked = readFileSync(page, 'utf8').match(/\bmovecli_\w+_\w+/g) ?? []
    expect(asked.length).toBeGreaterThan(4)
    expect({ page, asked: asked.filter((name) => !known.has(name)) }).toEqual({ page, asked: [] })
  }
})

test('1,000 readers never see a part of the file while it is replaced', async () => {
  const path = join(folder, 'replaced.prom')
  await smoke(`--openmetrics ${path}`)
  const seen = new Set<string>()
  const { signal, abort } = stop()
  let reads = 0
  const reader = async () => {
    while (!signal.aborted) {
      const text = await readFile(path, 'utf8')
      reads += 1
      seen.add(`${/^# \w+ \w+/.exec(text)?.[0]} … ${text.slice(-6)}`)
      await pause(25)
    }
  }
  const readers = Promise.all(Array.from({ length: 1000 }, reader))
  for (let times = 0; times < 6; times++) await smoke(`--openmetrics ${path}`)
  abort()
  await readers
  expect([...seen]).toEqual(['# TYPE movecli_smoke_info … # EOF\n'])
  expect(reads).toBeGreaterThan(1000)
})

const stop = () => {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
