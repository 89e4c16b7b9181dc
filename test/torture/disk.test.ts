/**
 * A disk that fails at any call of a claim, a motion or a bulk run: what is said of the outcome
 * is true. The long form is `npm run torture`.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start } from '../support/bundle.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { movecliScript } from '../support/process.ts'
import { countingService, freshRows } from './places.ts'

const long = process.env['TORTURE_DISK'] !== undefined
const codes = long ? ['EIO', 'ENOSPC', 'EROFS'] : ['EIO']
/** Of so many calls one fails, in the short form each time another. */
const stride = long ? 1 : 47

let service: Awaited<ReturnType<typeof countingService>>
beforeAll(async () => void (service = await countingService()))
afterAll(async () => service.stop())

const env = () => ({
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: service.url,
  MOVECLI_API_KEY: 'key-of-the-test',
})

type Failure = { error: { outcome: string | null; code: string } }

/** Runs `words` in a home of its own whose state folder fails. */
async function faulty(
  home: string,
  words: readonly string[],
  disk: { at: number; code: string; on: boolean },
) {
  const all = {
    ...env(),
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    NODE_OPTIONS: `--require ${join(import.meta.dirname, 'faulty-disk.cjs')}`,
    FAULTY_ROOT: join(home, '.local/state/movecli'),
    FAULTY_AT: String(disk.at),
    FAULTY_CODE: disk.code,
    FAULTY_ON: disk.on ? '1' : '0',
    FAULTY_COUNT: '1',
  }
  const pairs = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  const ran = await start(await movecliScript(), words, ['env', '-i', ...pairs]).ended
  const calls = Number(/faulty-disk calls (\d+)/.exec(ran.stderr)?.[1])
  const error = /^\{"success":false.*$/m.exec(ran.stderr)?.[0]
  return {
    ...ran,
    calls,
    outcome: error === undefined ? undefined : (JSON.parse(error) as Failure).error,
  }
}

/** How a call fails: alone, or with every one after it. */
async function eachFault(
  work: (disk: { at: number; code: string; on: boolean }) => Promise<number>,
): Promise<number> {
  const calls = await work({ at: Infinity, code: 'EIO', on: false })
  expect(calls).toBeGreaterThan(10)
  let made = 0
  const first = long ? 1 : 1 + Math.floor(Math.random() * stride)
  for (const code of codes)
    for (const on of [false, true])
      for (let at = first; at <= calls; at += stride, made++) await work({ at, code, on })
  return made
}

const single: [string, string[], () => number][] = [
  ['a claim', ['token', 'claim', '--yes', '--json'], () => service.claims()],
  [
    'a motion',
    ['motion', 'submit', '--steps', '900000007', '--json'],
    () => service.times('{"steps":900000007}'),
  ],
]

test.each(single)(
  'a disk that fails at any call of %s',
  async (_, words, times) => {
    const faults: string[] = []
    const made = await eachFault(async (disk) => {
      const home = freshFolder('movecli-disk-')
      const before = times()
      const { code, stdout, stderr, outcome, calls } = await faulty(home, words, disk)
      const sent = times() - before
      const wrong = (what: string) =>
        faults.push(`${JSON.stringify(disk)}: ${what} (sent ${sent}, exit ${code}) ${stderr.slice(0, 300)}`)
      if (sent > 1) wrong('sent twice')
      if (sent === 0 && !(outcome?.outcome === 'not_sent' && [3, 8].includes(code ?? -1)))
        wrong('not sent, not said')
      if (sent === 1 && !(code === 0 && stdout.includes('balance'))) wrong('applied, not said')
      if (outcome?.code === 'CLI_BUG') wrong('a bug')
      if (sent === 1) {
        const { stdout: listed } = await movecli('journal ls --json', { home })
        const states = (JSON.parse(listed || '[]') as { state: string }[]).map(({ state }) => state)
        if (states.length !== 1 || !['applied', 'unknown'].includes(states[0]!))
          wrong(`on record as ${states.join()}`)
      }
      rmSync(home, { recursive: true, force: true })
      return calls
    })
    if (long) console.log(_, { made, faults: faults.length })
    expect(faults).toEqual([])
  },
  long ? 1_800_000 : 120_000,
)

test(
  'a disk that fails at any call of a bulk run: rows, summary and exit are true, and the next run sends none twice',
  async () => {
    const faults: string[] = []
    const made = await eachFault(async (disk) => {
      const home = freshFolder('movecli-disk-')
      const { path, bodies } = freshRows(home, 12)
      const summary = join(home, 'summary.json')
      const words = ['motion', 'submit', '--from', path, '--run', 'one', '--concurrency', '4']
      const told = ['--format', 'ndjson', '--summary', summary]
      const { code, stdout, stderr, outcome, calls } = await faulty(home, [...words, ...told], disk)
      const wrong = (what: string) =>
        faults.push(`${JSON.stringify(disk)}: ${what} (exit ${code}) ${stderr.slice(0, 300)}`)
      const sent = bodies.filter((body) => service.times(body) > 0).length
      const said = [...stdout.matchAll(/"row":(\d+),"id":null,"status":"(\w+)"/g)]
      const applied = said.filter(([, , status]) => status === 'applied')
      for (const [, row] of applied)
        if (service.times(bodies[Number(row) - 1]!) !== 1) wrong(`row ${row} is not applied`)
      if (outcome?.code === 'CLI_BUG') wrong('a bug')
      if (code === 0 ? sent !== 12 || applied.length !== 12 : ![3, 8, 10].includes(code ?? -1))
        wrong('wrong exit')
      if (sent > 0 && !existsSync(summary)) wrong('no summary')
      if (existsSync(summary)) {
        const sum = JSON.parse(readFileSync(summary, 'utf8')) as { applied: number; exit: number }
        if (sum.applied !== applied.length || sum.exit !== code) wrong(`summary ${JSON.stringify(sum)}`)
      }
      const again = await movecli([...words, ...told], { home, env: env() })
      if (![0, 10].includes(again.code)) wrong(`the next ended with ${again.code}: ${again.stderr}`)
      for (const body of bodies) if (service.times(body) > 1) wrong(`${body} was sent twice`)
      const unknown = new Set(
        [...again.stdout.matchAll(/"row":(\d+),"id":null,"status":"unknown"/g)].map(
          ([, row]) => Number(row) - 1,
        ),
      )
      for (const [at, body] of bodies.entries())
        if (service.times(body) === 0 && !unknown.has(at)) wrong(`${body} is lost`)
      rmSync(home, { recursive: true, force: true })
      return calls
    })
    if (long) console.log('bulk', { made, faults: faults.length })
    expect(faults).toEqual([])
  },
  long ? 3_600_000 : 180_000,
)
