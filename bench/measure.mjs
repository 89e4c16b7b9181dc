/** Measures programs in turn with a base: processor time and wall time of the whole process, and the medians of their ratios. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export const median = (list) => list.toSorted((one, other) => one - other)[list.length >> 1]
const rounded = (number, digits = 2) => Number(number.toFixed(digits))

const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, NODE_COMPILE_CACHE, ...plain } = process.env
/** Without what makes every start of Node slower or faster. */
export const plainEnv = plain

/** One run. `cpu` and `wall` in milliseconds, the former by the shell, which asks the kernel for both parts. */
export async function timed([program, ...args], { env = plain, ok = [0] } = {}) {
  const script = 'TIMEFORMAT="%3U %3S %3R"; time "$@" >/dev/null 2>/dev/null </dev/null'
  const child = spawn('bash', ['-c', script, 'bash', program, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  if (!ok.includes(code)) throw new Error(`${program} ${args.join(' ')} ended with ${code}`)
  const [user, system, wall] = said.trim().split(/\s+/).slice(-3).map(Number)
  return { cpu: (user + system) * 1000, wall: wall * 1000 }
}

/** Each case right after the base, `rounds` times: the medians, and the medians of the ratios. */
export async function paired(base, cases, rounds) {
  const runs = Object.fromEntries(Object.keys(cases).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, { words, ...how }] of Object.entries(cases)) {
      const against = await timed(base)
      runs[name].push({ against, own: await timed(words, how) })
    }
  const rows = Object.entries(runs).map(([name, list]) => {
    const ratio = (kind) => rounded(median(list.map(({ own, against }) => own[kind] / against[kind])))
    return [
      name,
      { cpu: ratio('cpu'), wall: ratio('wall'), ms: rounded(median(list.map(({ own }) => own.cpu)), 1) },
    ]
  })
  return Object.fromEntries(rows)
}
