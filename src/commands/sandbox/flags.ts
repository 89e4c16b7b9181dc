/** The flags of sandbox, and the values of them that its bodies are given. */
import { flagsOf } from '../../operations/contract-flags.ts'
import type { Flag, ValuesOf } from '../../runtime/flag.ts'
import { asCount, asDuration } from '../../runtime/flag-parsers.ts'

export const startFlags = [
  {
    name: 'port',
    value: '<n>',
    parse: asCount({ least: 0, most: 65_535 }),
    about: 'Port; 0 picks a free one (default 4017)',
  },
  { name: 'data', value: '<folder>', about: 'Folder of its data (default: that of -n sandbox)' },
  { name: 'memory', about: 'Keep the data in memory only' },
  { name: 'seed', value: '<text>', about: 'Seed of the made-up data' },
  {
    name: 'fault',
    value: '<fault>',
    about: 'Simulate a fault, for example "POST /token/claim:drop-after-apply@1"; may be repeated',
    many: true,
    complete: 'fault',
  },
  { name: 'token-ttl', value: '<duration>', parse: asDuration(), about: 'How long a session lives' },
  {
    name: 'limit-per-hour',
    value: '<n>',
    parse: asCount({ least: 0, most: 1e9 }),
    about: 'Requests an hour (0 = unlimited)',
  },
  { name: 'host', value: '<address>', about: 'Address to listen on instead of 127.0.0.1' },
  {
    name: 'allow-host',
    value: '<name>',
    about: 'Another host name that requests may use; may be repeated',
    many: true,
  },
] as const satisfies readonly Flag[]
export type SandboxStartValues = ValuesOf<typeof startFlags>

export const proofFlags = flagsOf('motion.submit').filter((flag) => flag.name !== 'proof')
export type SandboxProofValues = ValuesOf<typeof proofFlags>
