/** What the user asked of an import. */
import type { Bounds } from '../../activity/collect/collection.ts'
import type { Selection } from '../../activity/results.ts'
import { sports, type Sport } from '../../activity/sample.ts'
import { zoneOf } from '../../activity/zone.ts'
import { dayMs } from '../../contract/calendar.ts'
import { usage } from '../../errors.ts'
import type { ParsedArgs } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'
import { checkZone, dateOfDay } from './day.ts'
import type { ImportValues } from './import-flags.ts'

export type ImportOptions = Omit<Selection, 'preference'> & {
  bounds: Bounds
  /** Sources to be taken first, in small letters. */
  sources: readonly string[]
  device: string | undefined
  /** The zone is one that the user named. */
  zoned: boolean
}

/** A local day begins and ends at most this long before or after the same day in UTC. */
const margin = 2 * dayMs

/** Throws CLI_USAGE for values that mean nothing. */
export async function importOptions(
  given: ParsedArgs<ImportValues>,
  tools: Part<'resolved', 'env' | 'now'>,
): Promise<ImportOptions> {
  const { now, env } = tools.context
  const resolved = await tools.resolved('inspect')
  const name = given.flags.tz ?? (resolved.get('timezone')?.value || undefined)
  if (name === undefined) checkZone(env['TZ'], now())
  const [since, until] = [given.flags.since, given.flags.until].map(
    (day) => day && dateOfDay(day, now(), name),
  )
  if (since !== undefined && until !== undefined && since > until)
    throw usage('--since is after --until.', 'Both days are included: --since 2026-01-01 --until 2026-01-31.')
  const types = listIn('type', given.flags.type).map(sportOf)
  const { stride } = given.flags
  return {
    per: given.flags.per === 'activity' ? 'activity' : 'day',
    zone: zoneOf(name),
    zoned: name !== undefined,
    bounds: {
      now: now().getTime(),
      ...(since !== undefined && { since: Date.parse(since) - margin }),
      ...(until !== undefined && { until: Date.parse(until) + margin + dayMs }),
    },
    sources: listIn('source', given.flags.source),
    device: given.flags.deviceId ?? resolved.get('deviceId')?.value,
    ...(types.length > 0 && { sports: types }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(stride !== undefined && { stride }),
  }
}

/** Names with commas between them; a list that was given and is empty would mean all. */
function listIn(flag: 'type' | 'source', text: string | undefined): string[] {
  if (text === undefined) return []
  const names = text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
  if (names.length > 0) return names
  throw usage(`--${flag} names none.`, `Leave --${flag} out, or name one.`)
}

function sportOf(word: string): Sport {
  const sport = sports.find((each) => each === word)
  if (sport) return sport
  throw usage(
    `--type "${word.slice(0, 40)}" is not a type of activity.`,
    `Choose from: ${sports.join(', ')}.`,
  )
}
