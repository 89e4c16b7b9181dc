/** What the flags of smoke say, checked before anything is sent. */
import { usage } from '../../errors.ts'
import { suites, type Suite } from '../../smoke/check.ts'
import type { ParsedArgs } from '../../runtime/command.ts'
import type { SmokeValues } from './flags.ts'

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
export function optionsOf({ flags }: ParsedArgs<SmokeValues>): SmokeOptions {
  const named = flags.suite
  return {
    suite: suites.find((suite) => suite === named) ?? 'read',
    failFast: flags.failFast === true,
    requireAll: flags.requireAll === true,
    repeat: flags.repeat ?? 1,
    maxLatency: flags.maxLatency,
    prover: flags.prover,
    junit: fileNamed('junit', flags.junit),
  }
}

function fileNamed(name: string, path: string | undefined): string | undefined {
  if (path === '') throw usage(`--${name} needs the name of a file.`, `For example --${name} smoke.xml.`)
  return path
}
