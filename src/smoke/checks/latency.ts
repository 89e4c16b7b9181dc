/** How long each operation takes: minimum, median and p95 over the requests asked for with --repeat. */
import type { OperationName } from '../../contract/operations.ts'
import { operationOf } from '../../contract/operations.ts'
import { pathToList, rowsAt } from '../../client/list-envelope.ts'
import { writeJson } from '../../contract/lossless-json.ts'
import { defaultPageSize } from '../../contract/service.ts'
import { validate } from '../../contract/validate.ts'
import { ask } from '../requests.ts'
import { fail, skip } from '../ends.ts'
import type { Check } from '../check.ts'
import type { SmokeContext } from '../smoke-context.ts'
import { departureText, soundData } from '../response.ts'
import type { Plain } from '../../contract/plain.ts'
import { isToday } from './daily.ts'
import { inputOf, needsOf, ownsNone, readings } from './envelope.ts'

/** The value below which `part` of the numbers lie, nearest rank. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0
}

function judged(times: readonly number[], { maxLatency }: SmokeContext): string {
  const [least, middle, late] = [Math.min(...times), quantile(times, 0.5), quantile(times, 0.95)]
  const many = times.length === 1 ? '1 request' : `${times.length} requests`
  const words = `min ${least}, median ${middle}, p95 ${late} ms over ${many}`
  if (maxLatency !== undefined && late > maxLatency) fail(`${words}: more than ${maxLatency} ms`)
  return words
}

const asserts = 'every answer of a repeat is as documented, its p95 at most --max-latency where one is given'

/** Each answer of a repeat is held against the record, not the first alone. */
function judgeRecord(name: OperationName, data: Plain, ground: SmokeContext, number: number): void {
  if (ground.departed.has(name)) return
  const [first] = validate(operationOf(name).result, data)
  const which = `answer ${number} of ${ground.repeat}`
  if (first) fail(`${which}: ${departureText(first)}`)
  if (name === 'motion.daily' && !isToday(data['date'], ground))
    fail(`${which}: today's record was asked for, and that of ${writeJson(data['date'] ?? null)} came`)
  const rows = name === 'nft.collectionOf' ? rowsAt(data, pathToList(data) ?? []).length : 0
  if (rows > defaultPageSize) fail(`${which}: ${rows} rows without limit; ${defaultPageSize} are documented`)
}

/** A reading operation is asked as often as --repeat says. */
export const latencies: Check[] = readings.map((name) => ({
  name: `latency ${name}`,
  suite: 'read',
  needs: needsOf(name),
  asserts: `${operationOf(name).method} ${operationOf(name).path}: ${asserts}`,
  section: operationOf(name).section,
  run: async (ground) => {
    const times: number[] = []
    for (let made = 0; made < ground.repeat; made++) {
      const seen = await ask(ground, name, inputOf(name, ground))
      if (!ownsNone(seen)) judgeRecord(name, soundData(seen, ground), ground, made + 1)
      times.push(seen.ms)
    }
    return judged(times, ground)
  },
}))

/** What changes something is never repeated for the sake of its time: what the other checks sent is judged. */
export const writeLatencies: Check[] = (['auth.login', 'motion.submit'] satisfies OperationName[]).map(
  (name) => ({
    name: `latency ${name}`,
    suite: 'full',
    needs: ['key', 'writes'],
    asserts: `${operationOf(name).method} ${operationOf(name).path}: ${asserts}`,
    section: operationOf(name).section,
    run: async (ground) => {
      const good = ground.heard.filter(
        ({ request, body }) => request.operation?.name === name && body?.['success'] === true,
      )
      if (good.length === 0) return skip('none was applied')
      return judged(
        good.map(({ ms }) => ms),
        ground,
      )
    },
  }),
)
