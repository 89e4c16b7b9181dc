/** Kills of `token claim` at random moments. The judge is the service's own log: a running sandbox's events. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freshFolder, movecli } from '../support/movecli.ts'
import { movecliProcess } from '../support/process.ts'

export type Tally = {
  kills: number
  /** Commands by what the journal said after the kill. */
  states: Record<string, number>
  /** What must never be. */
  faults: string[]
}

/** Late answers leave time to be killed in; some never come. */
const faults = [
  'POST /token/claim:latency=60ms',
  'GET *:latency=10ms',
  'POST /token/claim:drop-after-apply@10%',
]

/** Starts, kills and judges `kills` claims one after the other. `random` is from 0 to 1. */
export async function tortureClaims(kills: number, random: () => number = Math.random): Promise<Tally> {
  const home = freshFolder('movecli-torture-')
  const state = join(home, '.local/state/movecli')
  const flags = faults.flatMap((fault) => ['--fault', fault])
  const server = await movecliProcess(
    ['sandbox', 'start', '--port', '0', '--limit-per-hour', '0', ...flags],
    { home },
  )
  await server.says('base_url')
  const tally: Tally = { kills, states: {}, faults: [] }
  const applied = () =>
    eventsOf(join(state, 'sandbox', 'events.log')).filter((op) => op === 'token.claim').length
  const claim = async () => movecliProcess(['token', 'claim', '--yes', '-n', 'sandbox'], { home })
  // A whole run first: how long one takes is how late a kill may come.
  const began = performance.now()
  await (
    await claim()
  ).ended
  const whole = performance.now() - began
  await settle(home, [])
  try {
    for (let n = 1; n <= kills; n++) {
      const known = applied()
      const before = (await writesOf(home)).map(({ id }) => id)
      const { child, ended } = await claim()
      // Every other kill comes late, when there is something to leave unresolved.
      await pause(whole * (n % 2 === 0 ? random() * 1.1 : 0.6 + random() * 0.5))
      child.kill('SIGKILL')
      await ended
      // What the server was handed it still carries out.
      await pause(30)
      const made = applied() - known
      const [write, ...more] = (await writesOf(home)).filter(({ id }) => !before.includes(id))
      const said = write?.state ?? 'none'
      tally.states[said] = (tally.states[said] ?? 0) + 1
      const wrong = (what: string) =>
        tally.faults.push(`kill ${n}: ${what} (journal ${said}, service ${made})`)
      if (more.length > 0) wrong('one command left several records')
      if (made > 1) wrong('one command was applied more than once')
      if (made === 1 && !['applied', 'unknown'].includes(said))
        wrong('applied, and the journal does not know')
      if (made === 0 && said === 'applied') wrong('applied in the journal alone')
      if (said === 'unknown') await refused(home, applied, wrong)
      await settle(home, before)
    }
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
  }
  return tally
}

/** The next claim is refused whenever the outcome is not known, and sends nothing. */
async function refused(home: string, applied: () => number, wrong: (what: string) => void): Promise<void> {
  const known = applied()
  const { code } = await movecli('token claim --yes -n sandbox', { home })
  if (code !== 9) wrong(`the next claim ended with ${code}`)
  if (applied() !== known) wrong('the next claim was sent all the same')
}

/** The person's verdict, so that the next round starts without an unresolved claim. */
async function settle(home: string, before: string[]): Promise<void> {
  for (const { id, state } of await writesOf(home))
    if (state === 'unknown' && !before.includes(id))
      await movecli(`journal resolve ${id} --as not-applied`, { home })
}

async function writesOf(home: string): Promise<{ id: string; state: string }[]> {
  const { stdout, stderr } = await movecli('journal ls --json', { home })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as { id: string; state: string }[]
}

const eventsOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => /"op":"([^"]+)"/.exec(line)?.[1] ?? [])
