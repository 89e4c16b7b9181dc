/** Provers in real processes: the proof of a motion is `proof-<steps>`, but for what goes wrong at one row. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from './movecli.ts'

/** What a prover does for the motion of 1003 steps in place of answering it. */
export const failures = {
  'ends with an error': 'process.exit(3)',
  'is killed': "process.kill(process.pid, 'SIGKILL')",
  hangs: 'return setInterval(() => {}, 1000)',
  floods: "process.stdout.write('x'.repeat(300 * 1024))",
  'prints bytes that are no text': 'process.stdout.write(Buffer.from([0xff, 0xfe, 0x00, 0x0a]))',
  'prints control characters': "process.stdout.write('\\u001b[31mproof\\n')",
  'prints an empty line': "process.stdout.write('\\n')",
  'holds its answer back until the next one': 'late = answer; return done()',
  'closes its output': "require('node:fs').closeSync(1)",
} as const
export type Failing = keyof typeof failures

export type ProverOptions = {
  /** JavaScript that runs for the motion of 1003 steps; `answer()` gives the right proof. */
  at1003?: string
  /** JavaScript that runs once, when it starts. */
  first?: string
  waitMs?: number
}

/** A prover that answers line by line, and ends with its input. `asked`: the steps it was asked about, process by process. */
export function prover({ at1003 = 'answer()', first = '', waitMs = 0 }: ProverOptions = {}) {
  const folder = freshFolder('prover-')
  const [path, log] = [join(folder, 'prove'), join(folder, 'asked')]
  writeFileSync(log, '')
  writeFileSync(
    path,
    `#!/usr/bin/env node
const { appendFileSync } = require('node:fs')
let queue = Promise.resolve()
let late
${first}
const prove = (line) => new Promise((done) => {
  const { steps } = JSON.parse(line)
  appendFileSync(${JSON.stringify(log)}, process.pid + ' ' + steps + '\\n')
  const answer = () => { process.stdout.write('proof-' + steps + '\\n'); done() }
  const act = () => { if (steps === 1003) { ${at1003}; done() } else { answer(); late?.() } }
  ${waitMs > 0 ? `setTimeout(act, ${waitMs})` : 'act()'}
})
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => { queue = queue.then(() => prove(line)) })
`,
  )
  chmodSync(path, 0o755)
  const asked = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ pid: Number(line.split(' ')[0]), steps: Number(line.split(' ')[1]) }))
  return { path, asked }
}

/** Does a process of this number run? */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
