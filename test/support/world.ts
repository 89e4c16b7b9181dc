/** The world that a test types command lines in: a home, a service, and how time passes there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Transport, WireRequest, WireResponse } from '../../src/contract/wire.ts'
import { parseFaults } from '../../src/sandbox/faults.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { freshFolder, movecli, type Ran, type Setting } from './movecli.ts'

export type World = {
  home: string
  /** Runs a command line against the sandbox of this world. */
  run: (line: string | readonly string[], setting?: Setting) => Promise<Ran>
  /** METHOD PATH of every request that reached the service since the last time. */
  requested: () => string[]
  /** States and facts of the journal's writes, oldest first. */
  writes: () => Promise<Record<string, unknown>[]>
  /** The lines of the journal as they are on disk. */
  lines: () => Record<string, unknown>[]
}

type Stage = Omit<Setting, 'transport'> & {
  /** Faults of the sandbox, counted over the whole life of the world. */
  faults?: string
  /** Stands in for the sandbox. */
  service?: Transport
  /** Is told each request before it is answered. */
  before?: (request: WireRequest) => void | Promise<void>
}

/** A world with a sandbox in memory, where pauses pass at once. */
export function world({ faults = '', service, before, ...rest }: Stage = {}): World {
  const answer = service ?? createSandbox({ faults: parseFaults(faults) })
  const seen: string[] = []
  const transport: Transport = async (request) => {
    seen.push(`${request.method} ${new URL(request.url).pathname.replace('/v1', '')}`)
    await before?.(request)
    return answer(request)
  }
  const setting = { home: freshFolder(), transport, sleep: async () => {}, ...rest }
  const run: World['run'] = async (line, more = {}) =>
    movecli([...(typeof line === 'string' ? line.split(' ') : line), '-n', 'sandbox'], {
      ...setting,
      ...more,
    })
  return {
    home: setting.home,
    run,
    requested: () => seen.splice(0),
    writes: async () =>
      (JSON.parse((await run('journal ls --json')).stdout) as Record<string, unknown>[]).toReversed(),
    lines: () =>
      readFileSync(join(setting.home, '.local/state/movecli/journal/writes.log'), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(line.slice(9)) as Record<string, unknown>),
  }
}

/** The error that a command with JSON errors ended with. */
export const errorOf = ({ stderr }: Pick<Ran, 'stderr'>): Record<string, unknown> =>
  (JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as { error: Record<string, unknown> }).error

/** At a terminal whose person answers line by line, each once it is asked for. */
export const person = (...answers: string[]): Setting => ({
  tty: true,
  stdin: oneByOne(answers),
  env: { ACCESSIBLE: '1' },
})

/** A line for each time that somebody reads; a question that was answered reads no more. */
function oneByOne(answers: readonly string[]): Readable {
  const left = answers.map((answer) => `${answer}\n`)
  return new Readable({
    highWaterMark: 1,
    read() {
      setTimeout(() => this.push(left.shift() ?? null), 5)
    },
  })
}

const json: [string, string][] = [['content-type', 'application/json']]

/** An answer of a service: text and bytes as they are, anything else as JSON. */
export const reply = (status: number, body: unknown, headers = json): WireResponse => ({
  status,
  headers,
  body: (async function* () {
    yield typeof body === 'string' || body instanceof Uint8Array
      ? Buffer.from(body)
      : Buffer.from(JSON.stringify(body))
  })(),
})
