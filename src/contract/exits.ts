/** The exit codes: their names in the code, and what each means. */

/** The exit codes by name. */
export const exits = {
  bug: 1,
  usage: 2,
  config: 3,
  auth: 4,
  rejected: 5,
  notFound: 6,
  limited: 7,
  unavailable: 8,
  unknown: 9,
  partial: 10,
  consent: 11,
  waitOver: 12,
  interrupted: 130,
  terminated: 143,
} as const
export type ExitName = keyof typeof exits

/** What a script may rely on (semver). */
export const exitCodes = {
  0: 'done (an empty list is done)',
  1: 'a bug in movecli',
  2: 'wrong usage or input, nothing sent',
  3: 'configuration missing, unreadable or unsafe, nothing sent',
  4: 'authentication',
  5: 'the service rejected the request',
  6: 'not found',
  7: 'rate limited',
  8: 'unavailable, safe to run again',
  9: 'outcome unknown, do not repeat',
  10: 'finished with failures',
  11: 'confirmation needed or refused',
  12: 'timed out waiting for a person or a condition',
  130: 'interrupted',
  143: 'terminated',
} as const satisfies Record<number, string>
