/** A sandbox in memory for claims, with its faults, and the journal beside it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transport } from '../../../src/contract/wire.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { parseFaults } from '../../../src/sandbox/faults.ts'
import { freshFolder, movecli, type Ran, type Setting } from '../../support/movecli.ts'

export type House = {
  home: string
  /** Runs a command line against the sandbox of this house. */
  run: (line: string | readonly string[], setting?: Setting) => Promise<Ran>
  /** METHOD PATH of every request that reached the sandbox since the last time. */
  requested: () => string[]
  /** States and facts of the journal's writes, oldest first. */
  writes: () => Promise<Record<string, unknown>[]>
  /** The lines of the journal as they are on disk. */
  lines: () => Record<string, unknown>[]
}

/** Faults, counted over the whole life of the house. */
export function house(faults = ''): House {
  const home = freshFolder()
  const sandbox = createSandbox({ faults: parseFaults(faults) })
  const seen: string[] = []
  const transport: Transport = async (request) => {
    seen.push(`${request.method} ${new URL(request.url).pathname.replace('/v1', '')}`)
    return sandbox(request)
  }
  const run: House['run'] = async (line, setting = {}) =>
    movecli([...(typeof line === 'string' ? line.split(' ') : line), '-n', 'sandbox'], {
      home,
      transport,
      sleep: async () => {},
      ...setting,
    })
  return {
    home,
    run,
    requested: () => seen.splice(0),
    writes: async () =>
      (JSON.parse((await run('journal ls --json')).stdout) as Record<string, unknown>[]).toReversed(),
    lines: () =>
      readFileSync(join(home, '.local/state/movecli/journal/writes.log'), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(line.slice(9)) as Record<string, unknown>),
  }
}

export const errorOf = ({ stderr }: Ran): Record<string, unknown> =>
  (JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as { error: Record<string, unknown> }).error

/** At a terminal whose person answers line by line. */
export const person = (...answers: string[]): Setting => ({
  tty: true,
  stdin: answers.map((answer) => `${answer}\n`).join(''),
  env: { ACCESSIBLE: '1' },
})
