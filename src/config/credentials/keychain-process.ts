/** The system's keychain, asked through a process that is killed where it does not answer. The only file that starts it. */
import { interrupted } from '../../errors.ts'
import type { Env } from '../folders.ts'
import { KeychainFailure, type Keychain } from './keychain.ts'

/** How a keychain process is started: Node, its script, and an environment without secrets. */
export type KeychainProgram = { node: string; script: string; env: Env }

/** A dialog is mentioned after this long, in milliseconds. */
const slowMs = 3_000

export const keychainOf =
  ({ node, script, env }: KeychainProgram): Keychain =>
  async (steps, { waitMs, signal, onSlow }) => {
    const { spawn } = await import('node:child_process')
    const child = spawn(node, [script], {
      env: { ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
      shell: false,
      windowsHide: true,
    })
    // Without a number a signal to it would go to everybody beside us.
    if (child.pid === undefined) {
      child.on('error', () => {})
      throw new KeychainFailure('refused')
    }
    let isSilent = false
    const timers = [
      setTimeout(() => {
        isSilent = true
        child.kill('SIGKILL')
      }, waitMs),
      ...(onSlow && waitMs > slowMs ? [setTimeout(onSlow, slowMs)] : []),
    ]
    const stop = () => child.kill('SIGKILL')
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    try {
      const parts: Buffer[] = []
      child.stdout.on('data', (part: Buffer) => parts.push(part))
      child.stdin.on('error', () => {})
      // Left open: its end tells the process that nobody waits any more.
      child.stdin.write(`${JSON.stringify(steps)}\n`)
      await new Promise((resolve) => child.once('close', resolve).once('error', resolve))
      if (signal?.aborted) throw interrupted(signal)
      if (isSilent) throw new KeychainFailure('silent')
      return resultsOf(Buffer.concat(parts).toString())
    } finally {
      timers.forEach(clearTimeout)
      signal?.removeEventListener('abort', stop)
      child.kill('SIGKILL')
      child.stdin.destroy()
    }
  }

/** A process that could not be started, or broke down, has printed nothing. */
function resultsOf(line: string): (string | null)[] {
  if (!line.endsWith('\n')) throw new KeychainFailure('refused')
  const reply = JSON.parse(line) as { results?: (string | null)[]; failure?: 'missing' | 'refused' }
  if (reply.results) return reply.results
  throw new KeychainFailure(reply.failure ?? 'refused')
}
