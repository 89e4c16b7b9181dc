/** Runs the built command in a process of its own, as a user's shell would. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Ran } from './movecli.ts'
import { holdToSchema } from './schemas.ts'

export const bin = fileURLToPath(new URL('../../bin/movecli.js', import.meta.url))

export type BuiltSetting = { home: string; env?: Record<string, string>; stdin?: string; node?: string[] }

/** Runs `words` with an environment of nothing but PATH, HOME and `env`. */
export async function built(
  words: readonly string[],
  { home, env = {}, stdin = '', node = [] }: BuiltSetting,
): Promise<Ran> {
  if (!existsSync(new URL('../../dist/main.js', import.meta.url)))
    throw new Error('Build first: npm run build')
  const child = spawn(process.execPath, [...node, bin, ...words], {
    cwd: home,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env },
  })
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  const parts = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (parts.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (parts.stderr += text))
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? -1)))
  await holdToSchema(words, { code, ...parts })
  return { code, ...parts }
}
