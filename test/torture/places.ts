/**
 * Processes that cannot see each other on one state folder: in pid or time namespaces of their
 * own, or before another start of the machine.
 */
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { start } from '../support/bundle.ts'
import { freshFolder } from '../support/movecli.ts'
import { movecliScript } from '../support/process.ts'

const namespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
/** As if the machine had started earlier: the start of every process is another number there. */
const shifted = (by: number) => ['unshare', '--time', '--boottime', `${by}`, '--fork', '--kill-child']
/** Needs root; elsewhere another boot alone keeps processes apart. */
export const namespaces = [namespace, shifted(1)].every(
  ([program = '', ...words]) => spawnSync(program, [...words, 'true']).status === 0,
)

/** A service that counts: each body it took, and how many claims were with it at once. */
export async function countingService() {
  const taken = new Map<string, number>()
  let [claims, together, most] = [0, 0, 0]
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const answer = () => response.end(JSON.stringify({ success: true, data: { balance: '1' } }))
      response.setHeader('content-type', 'application/json')
      if (request.method === 'GET') return answer()
      const claim = request.url?.endsWith('/token/claim') === true
      if (claim) most = Math.max(most, ++together)
      else {
        const body = Buffer.concat(parts).toString()
        taken.set(body, 1 + (taken.get(body) ?? 0))
      }
      setTimeout(
        () => {
          if (claim) {
            claims += 1
            together -= 1
          }
          answer()
        },
        claim ? 200 : 10,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    claims: () => claims,
    mostTogether: () => most,
    times: (body: string) => taken.get(body) ?? 0,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
type Service = Awaited<ReturnType<typeof countingService>>

/**
 * A home that all share. `at` says which place a process is in, by turns a pid namespace, another boot
 * and a time namespace: no two see each other.
 */
export function sharedHome(service: Service) {
  const home = freshFolder('movecli-places-')
  return {
    home,
    run: async (words: readonly string[], at: number) => {
      const boot = namespaces && at % 3 !== 1 ? undefined : `another-boot-${at}`
      const place = at % 3 === 2 ? shifted(at * 100_000) : namespace
      const env = {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        MOVECLI_NETWORK: 'testnet',
        MOVECLI_BASE_URL: service.url,
        MOVECLI_API_KEY: 'key-of-the-test',
        ...(boot !== undefined && {
          NODE_OPTIONS: `--require ${join(import.meta.dirname, 'boot.cjs')}`,
          MOVECLI_TEST_BOOT: boot,
        }),
      }
      const through = ['env', '-i', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
      return start(await movecliScript(), words, [...(namespaces ? place : []), ...through])
    },
  }
}

/** Rows that no other run has, and what the service gets of them. */
let rowsMade = 0
export function freshRows(home: string, count: number) {
  const steps = Array.from({ length: count }, () => ++rowsMade)
  const path = join(home, `rows-${steps[0]}.ndjson`)
  writeFileSync(path, steps.map((n) => `{"steps":${n}}\n`).join(''))
  return { path, name: `run-${steps[0]}`, bodies: steps.map((n) => JSON.stringify({ steps: n })) }
}

const freed = (stderr: string, name: string) => stderr.includes(`movecli journal unlock ${name}`)

/** Which place the process of this number is in. */
export const anyPlace = (at: number): number => at
export const timeNamespace = (at: number): number => at * 3 + 2

/** `count` processes of one run at once. Says what went wrong. */
export async function crowdOfRuns(
  service: Service,
  count: number,
  placeOf = anyPlace,
): Promise<{ faults: string[]; busy: number }> {
  const { home, run } = sharedHome(service)
  const { path, name, bodies } = freshRows(home, 30)
  const words = ['motion', 'submit', '--from', path, '--run', name, '--concurrency', '4']
  const all = await Promise.all(
    Array.from({ length: count }, async (_, at) => (await run(words, placeOf(at))).ended),
  )
  const faults = bodies
    .filter((body) => service.times(body) !== 1)
    .map((body) => `${body} was sent ${service.times(body)} times`)
  for (const { code, stderr } of all)
    if (code !== 0 && !(code === 8 && freed(stderr, name))) faults.push(`it ended with ${code}: ${stderr}`)
  return { faults, busy: all.filter(({ code }) => code === 8).length }
}

/** `count` claims of one owner at once, none of which waits. Says what went wrong. */
export async function crowdOfClaims(
  service: Service,
  count: number,
  placeOf = anyPlace,
): Promise<{ faults: string[]; busy: number }> {
  const { run } = sharedHome(service)
  const before = service.claims()
  const words = ['token', 'claim', '--yes', '--max-wait', '0']
  const all = await Promise.all(
    Array.from({ length: count }, async (_, at) => (await run(words, placeOf(at))).ended),
  )
  const faults: string[] = []
  const applied = all.filter(({ code }) => code === 0).length
  if (service.claims() - before !== applied)
    faults.push(`${service.claims() - before} claims, ${applied} said so`)
  if (service.mostTogether() > 1) faults.push(`${service.mostTogether()} claims were in flight together`)
  for (const { code, stderr } of all)
    if (code !== 0 && !(code === 8 && freed(stderr, "'token claim'")))
      faults.push(`it ended with ${code}: ${stderr}`)
  return { faults, busy: all.filter(({ code }) => code === 8).length }
}

/** kill -9 of a run, seen from another place: busy, unlocked, gone on with; nothing lost, nothing twice. */
export async function killedElsewhere(
  service: Service,
  random: () => number,
): Promise<{ faults: string[]; unresolved: number }> {
  const { home, run } = sharedHome(service)
  const { path, name, bodies } = freshRows(home, 60)
  const words = [
    'motion',
    'submit',
    '--from',
    path,
    '--run',
    name,
    '--concurrency',
    '4',
    '--format',
    'ndjson',
  ]
  const faults: string[] = []
  const first = await run(words, 0)
  await Promise.race([first.says('{"row"').catch(() => {}), first.ended])
  await pause(random() * 60)
  first.child.kill('SIGKILL')
  const { code: killed } = await first.ended
  const sent = () => bodies.filter((body) => service.times(body) > 0).length
  await pause(50)
  const before = sent()
  const second = await (await run(words, 2)).ended
  if (killed === null) {
    if (second.code !== 8 || !freed(second.stderr, name))
      faults.push(`not held: ${second.code} ${second.stderr}`)
    if (sent() !== before) faults.push('sent though it was held')
    const freeing = await (await run(['journal', 'unlock', name, '--yes'], 4)).ended
    if (freeing.code !== 0) faults.push(`unlock ended with ${freeing.code}: ${freeing.stderr}`)
  }
  const last = await (await run(words, 6)).ended
  if (last.code !== 0 && last.code !== 10) faults.push(`the last ended with ${last.code}: ${last.stderr}`)
  const unknown = new Set(
    [...last.stdout.matchAll(/"row":(\d+),"id":null,"status":"unknown"/g)].map(([, row]) => Number(row) - 1),
  )
  // Before another boot nothing tells what of a plan had left.
  if (namespaces && unknown.size > 4) faults.push(`${unknown.size} unresolved rows`)
  for (const [at, body] of bodies.entries()) {
    if (service.times(body) > 1) faults.push(`${body} was sent ${service.times(body)} times`)
    if (service.times(body) === 0 && !unknown.has(at)) faults.push(`${body} is lost`)
  }
  return { faults, unresolved: unknown.size }
}
