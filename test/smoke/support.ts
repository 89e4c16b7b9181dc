/** Smoke runs against a sandbox whose answers a test may spoil one by one. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transport, WireRequest } from '../../src/contract/wire.ts'
import { createSandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts'
import { freshFolder, movecli, type Ran, type Setting } from '../support/movecli.ts'
import { clock } from '../support/clock.ts'
import { reply } from '../support/world.ts'

export type Clock = ReturnType<typeof clock>

// oxlint-disable-next-line typescript/no-explicit-any -- defects reach into foreign JSON
export type Loose = any
export type Envelope = {
  success?: boolean
  data?: Record<string, Loose>
  error?: Record<string, Loose>
}
/** An answer as a defect sees it: `body` is parsed anew, numbers as numbers. */
export type Answer = { status: number; headers: Record<string, string>; body: Envelope }
export type Asked = { line: string; query: URLSearchParams; headers: Record<string, string>; body: Loose }

/** One thing that a service does wrong. Each part may leave things as they are. */
export type Defect = {
  /** What it does to a request before it is answered. */
  ask?: ((asked: Asked, request: WireRequest) => Partial<WireRequest> | void) | undefined
  /** What it does to the answer; text stands for a body that is no envelope. */
  answer?:
    | ((
        answer: Answer,
        asked: Asked,
        clock: Clock,
      ) => Answer | { status?: number; text: string | Uint8Array } | void)
    | undefined
}

/** Changes the good answers to an operation. */
export const good =
  (line: string, change: (answer: Answer, asked: Asked) => void): Defect['answer'] =>
  (answer, asked) => {
    if (asked.line !== line || answer.body.success !== true) return undefined
    change(answer, asked)
    return answer
  }

/** The rows of a collection. */
export const rowsOf = (answer: Answer): Loose[] => answer.body.data!['items'] as Loose[]

/** The sandbox with one defect. */
export function spoiled(sandbox: Transport, { ask, answer }: Defect, time: Clock): Transport {
  return async (request) => {
    const asked = askedOf(request)
    const given = await sandbox({ ...request, ...ask?.(asked, request) })
    if (!answer) return given
    const parts: Uint8Array[] = []
    for await (const part of given.body) parts.push(part)
    const text = Buffer.concat(parts).toString()
    const headers = Object.fromEntries(given.headers)
    const before: Answer = { status: given.status, headers, body: JSON.parse(text) as Envelope }
    const changed = answer(before, asked, time) ?? before
    const changedHeaders = Object.entries('text' in changed ? headers : changed.headers)
    return reply(
      changed.status ?? given.status,
      'text' in changed ? changed.text : changed.body,
      changedHeaders,
    )
  }
}

function askedOf({ method, url, headers, body }: WireRequest): Asked {
  const { pathname, searchParams } = new URL(url)
  const path = pathname.replace(/^\/v1/, '').replace(/0x[0-9a-fA-F]{40}$/, '{address}')
  const text = body === undefined ? '' : Buffer.from(body).toString()
  return {
    line: `${method} ${path}`,
    query: searchParams,
    headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** A prover for the sandbox that shares no code with it. */
export function prover(folder = freshFolder()): string {
  const path = join(folder, 'prover')
  const script = `#!${process.execPath}
const chunks = []
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
  const text = Buffer.concat(chunks).toString()
  const digits = (name) => new RegExp('"' + name + '":([0-9.]+)').exec(text)[1]
  const values = [digits('steps'), digits('distance'), digits('duration'), JSON.parse(text).device_id]
  const hmac = require('node:crypto').createHmac('sha256', 'movecli sandbox proof')
  console.log('sandbox-proof-v1.' + hmac.update(JSON.stringify(values)).digest('base64url'))
})
`
  writeFileSync(path, script)
  chmodSync(path, 0o700)
  return path
}

export type Row = {
  name: string
  status: string
  ms: number
  asserts: string
  section: string
  message?: string
}
export type Told = Ran & { failed: string[]; skipped: string[]; passed: string[]; rows: Row[] }

export type SmokeSetting = Setting & { defect?: Defect; sandbox?: SandboxOptions; clock?: Clock }

/** Runs `smoke -n sandbox <words> --json` and sorts what came of the checks. */
export async function smoke(words: string, setting: SmokeSetting = {}): Promise<Told> {
  const { defect = {}, sandbox = {}, clock: time = clock(), ...rest } = setting
  const transport = spoiled(createSandbox({ now: time.now, ...sandbox }), defect, time)
  const line = ['smoke', '-n', 'sandbox', ...words.split(' ').filter(Boolean), '--json']
  const ran = await movecli(line, { now: time.now, transport, ...rest })
  const { checks: rows = [] } = (ran.stdout === '' ? {} : JSON.parse(ran.stdout)) as { checks?: Row[] }
  const named = (status: string) => rows.filter((row) => row.status === status).map(({ name }) => name)
  return { ...ran, rows, failed: named('failed'), skipped: named('skipped'), passed: named('passed') }
}
