/** What holds of every command line, whatever came from outside. */
import { expect } from 'vitest'
import type { Ran } from '../support/movecli.ts'

/** Random cases of a property; `npm run fuzz` asks for many more. */
export const cases = (usual: number): number => Math.ceil(usual * Number(process.env['FUZZ'] ?? 1))

const documented = new Set([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** A documented exit, the right streams, nothing harmful and no trace of the program itself. `json`: errors are one object. */
export function expectSound(ran: Ran, { json }: { json: boolean }): void {
  const { code, stdout, stderr } = ran
  const all = JSON.stringify(ran)
  expect(documented, all).toContain(code)
  expect(stdout + stderr, all).not.toMatch(control)
  expect(stderr, all).not.toMatch(/^\s+at .*:\d+:\d+/m)
  if (code !== 0 && code !== 10) expect(stdout, all).toBe('')
  if (json && code === 0) expect(stderr, all).toBe('')
  if (!json || code === 0) return
  const lines = stderr.trimEnd().split('\n')
  expect(lines.length, all).toBe(1)
  const { success, error } = JSON.parse(lines[0] ?? '') as { success: boolean; error: { exit_code: number } }
  expect([success, error.exit_code], all).toEqual([false, code])
}
