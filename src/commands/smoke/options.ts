/** What the flags of smoke say, checked before anything is sent. */
import { usage } from '../../errors.ts'
import { suites, type Suite } from '../../smoke/check.ts'
import { textFlag, type ParsedArgs } from '../../runtime/command.ts'
import type { FlagKey } from '../../runtime/flag-names.ts'

export type SmokeOptions = {
  suite: Suite
  failFast: boolean
  requireAll: boolean
  repeat: number
  maxLatency: number | undefined
  prover: string | undefined
  junit: string | undefined
}

/** Throws CLI_USAGE. */
export function optionsOf(given: ParsedArgs): SmokeOptions {
  const named = textFlag(given, 'suite')
  return {
    suite: suites.find((suite) => suite === named) ?? 'read',
    failFast: given.flags['failFast'] === true,
    requireAll: given.flags['requireAll'] === true,
    repeat: countUpTo(given, 'repeat', 'repeat', 1000) ?? 1,
    maxLatency: countUpTo(given, 'maxLatency', 'max-latency', 600_000),
    prover: textFlag(given, 'prover'),
    junit: fileFlag(given, 'junit'),
  }
}

function fileFlag(given: ParsedArgs, name: 'junit'): string | undefined {
  const path = textFlag(given, name)
  if (path === '') throw usage(`--${name} needs the name of a file.`, `For example --${name} smoke.xml.`)
  return path
}

function countUpTo(given: ParsedArgs, name: FlagKey, flag: string, most: number): number | undefined {
  const text = textFlag(given, name)
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= most) return Number(text)
  throw usage(`--${flag} must be a whole number from 1 to ${most}.`, `For example --${flag} 20.`)
}
