/** A sandbox server as a program of its own, for tests that kill it: prints its base URL when it is ready. */
import { embeddedSandbox } from '../../src/sandbox/embedded.ts'
import { startSandbox } from '../../src/sandbox/listen.ts'
import { ask, motion } from './support.ts'

const [, , how = '', folder = '', count = '0'] = process.argv

async function main(): Promise<void> {
  if (how === 'serve') {
    const { url } = await startSandbox({ folder, port: 0, limitPerHour: 0 })
    process.stdout.write(`${url}\n`)
    return
  }
  const sandbox = embeddedSandbox({ folder })
  for (let made = 0; made < Number(count); made += 1) {
    const { status } = await ask(sandbox, 'POST /motion/submit', { body: motion({ steps: 1 }) })
    process.stdout.write(`${status}\n`)
  }
}

void main()
