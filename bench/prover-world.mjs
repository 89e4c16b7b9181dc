/** Rows, a prover that takes so many milliseconds for each and notes how long it waited, and processor time by process. */
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const proofOf = ({ steps, distance, duration }) => {
  const sealed = createHmac('sha256', 'movecli sandbox proof')
    .update(JSON.stringify([`${steps}`, `${distance}`, `${duration}`, 'watch-7']))
    .digest('base64url')
  return `sandbox-proof-v1.${sealed}`
}
const lines = (list) => list.map((each) => `${JSON.stringify(each)}\n`).join('')

/** Equal rows with their proofs in the file and without, and the prover that makes them. */
export function proverWorld(place, { rows, takesMs }) {
  const [proved, bare, prover] = ['proved.ndjson', 'bare.ndjson', 'prove.mjs'].map((name) =>
    join(place, name),
  )
  const motions = Array.from({ length: rows }, (_, at) => ({
    steps: 1000 + at,
    distance: 3.2,
    duration: 1860,
    device_id: 'watch-7',
  }))
  writeFileSync(bare, lines(motions))
  writeFileSync(proved, lines(motions.map((motion) => ({ ...motion, proof: proofOf(motion) }))))
  const program = `#!${process.execPath}
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
const proofOf = ${proofOf.toString()}
let [idle, first, answered] = [0, 0, 0]
const input = createInterface({ input: process.stdin })
input.on('line', async (line) => {
  const now = performance.now()
  if (answered) idle += now - answered
  first ||= now
  await pause(${takesMs})
  console.log(proofOf(JSON.parse(line)))
  answered = performance.now()
})
input.on('close', () => writeFileSync(${JSON.stringify(place)} + '/idle-' + process.pid, String(idle / (answered - first))))
`
  writeFileSync(prover, program, { mode: 0o755 })
  return { motions, proved, bare, prover }
}

/** Share of their time that the provers since the last call waited for a line, the mean of them. */
export function idleShare(place) {
  const shares = readdirSync(place)
    .filter((name) => name.startsWith('idle-'))
    .map((name) => {
      const share = Number(readFileSync(join(place, name), 'utf8'))
      rmSync(join(place, name))
      return share
    })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

const tickMs = 10
/** Processor time so far, in milliseconds: of a process, and of what it waited for. Linux alone tells; NaN elsewhere. */
export function processorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').slice(11, 15)
    const [user, system, childUser, childSystem] = fields.map((ticks) => Number(ticks) * tickMs)
    return { own: user + system, children: childUser + childSystem }
  } catch {
    return { own: NaN, children: NaN }
  }
}
