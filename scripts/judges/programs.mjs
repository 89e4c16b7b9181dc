/** Starts and ends other programs; everything that was started is ended by its own process group. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

/** Runs a program to its end. */
export async function runToEnd(program, args, { env = process.env, cwd, stdin = '' } = {}) {
  const child = spawn(program, args, { env, cwd })
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  const parts = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (parts.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (parts.stderr += text))
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  return { code, ...parts }
}

/** Starts a program and waits until it says `ready` (a pattern); `stop` ends it. */
export async function startProgram(program, args, { ready, env = process.env, patience = 60_000 }) {
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const ended = new Promise((resolve) => child.on('close', resolve))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) end(child, 'SIGTERM')
    const late = setTimeout(() => end(child, 'SIGKILL'), 5000)
    await ended
    clearTimeout(late)
  }
  const match = await new Promise((resolve, reject) => {
    const give = setTimeout(() => reject(new Error(`${program} did not start:\n${said}`)), patience)
    const hear = (text) => {
      said += text
      const found = ready.exec(said)
      if (found) resolve(found)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
    child.on('error', reject)
    child.on('close', (code) => reject(new Error(`${program} ended with ${code}:\n${said}`)))
    void ended.then(() => clearTimeout(give))
  }).catch(async (error) => {
    await stop()
    throw error
  })
  return { match, said: () => said, stop }
}

function end(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}

/** A port of 127.0.0.1 that was free just now. */
export async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}
