/** Shows one write with every step it took. Its line is in ./index.ts. */
import { resolve } from '../../config/resolve.ts'
import { profileNamed, type Profile, type Settings } from '../../config/settings.ts'
import type { Env } from '../../config/folders.ts'
import type { Json } from '../../contract/lossless-json.ts'
import type { Network } from '../../contract/service.ts'
import { MoveError } from '../../errors.ts'
import { serviceOf } from '../../journal/owner.ts'
import { isGuarded } from '../../journal/writes/conflicts.ts'
import { isUnresolved, type Write } from '../../journal/writes/fold.ts'
import { cellText } from '../../output/fields.ts'
import { one, type Cell, type View } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { reconcileLine } from '../../writes/reconcile-line.ts'
import { writeGiven } from './records.ts'

export const run: CommandHandler = async (given, tools) => {
  const write = await writeGiven(given, tools)
  if (isUnresolved(write)) await tools.note(wayOn(write, await tools.settings(), tools.context.env))
  return one(dataOf(write), () => writeView(write))
}

/** How to settle it: by what the service says now, where a command reads that, or by your own verdict. */
function wayOn(write: Write, settings: Settings, env: Env): string {
  const verdict = `Once you know it: movecli journal resolve ${write.id} --as applied|not-applied`
  if (!isGuarded(write.operation)) return `The outcome is unknown. ${verdict}`
  const profile = profileOf(write, settings)
  const as = [
    profile === null && write.profile !== null && 'the credentials that it was sent with',
    !asksItsService(write, profile, settings, env) && `the --base-url of ${write.origin}`,
  ].filter((each) => each !== false)
  const how = as.length > 0 ? `, with ${as.join(' and ')}` : ''
  const line = reconcileLine(write.operation, { ...write, profile })
  return `The outcome is unknown. To find it out${how}: ${line}\n${verdict}`
}

/** Would the line by itself ask the service that the write was sent to? */
function asksItsService(write: Write, profile: string | null, settings: Settings, env: Env): boolean {
  const flags = profile === null ? { network: write.network as Network } : { profile }
  try {
    const { baseUrl } = resolve({ flags, env, settings, purpose: 'inspect' })
    return baseUrl !== undefined && serviceOf(new URL(baseUrl.value).origin) === serviceOf(write.origin)
  } catch (error) {
    if (error instanceof MoveError) return false
    throw error
  }
}

/** The profile of the wallet that sent it: that of the record, unless it is another wallet's; null where none is known. */
function profileOf({ profile, network, address, token }: Write, settings: Settings): string | null {
  if (profile === null) return null
  // A session token that no login has was given: the profile would bring its own.
  if (address === null) return token === undefined ? profile : null
  const own = profileNamed(settings, profile)
  const isOf = (known: Profile | undefined) => known?.address?.toLowerCase() === address.toLowerCase()
  if (own && (own.address === undefined || isOf(own))) return profile
  const others = Object.entries(settings.profiles).filter(
    ([, each]) => each.network === network && isOf(each),
  )
  return others[0]?.[0] ?? null
}

/** Everything that is on record, absent values as null. */
const dataOf = (write: Write): Json => ({
  id: write.id,
  state: write.state,
  as: write.as ?? null,
  note: write.note ?? null,
  evidence: write.evidence ?? null,
  at: write.at,
  profile: write.profile,
  network: write.network,
  origin: write.origin,
  address: write.address,
  key: write.key,
  operation: write.operation,
  method: write.method,
  path: write.path,
  digest: write.digest,
  body: write.body ?? null,
  balance: write.balance ?? null,
  forced: write.forced ?? false,
  over: write.over ?? [],
  status: write.status ?? null,
  code: write.code ?? null,
  request_id: write.request_id ?? null,
  pid: write.holder?.pid ?? null,
  run: write.run?.name ?? null,
  line: write.run?.line ?? null,
  steps: write.steps.map(({ state, at }) => ({ at, state })),
})

function writeView(write: Write): View {
  const { steps, ...facts } = dataOf(write) as { [key: string]: Json }
  const known = Object.entries(facts).filter(([, value]) => isSaid(value))
  const words = (value: Json): Cell =>
    Array.isArray(value) ? value.map(cellText).join(', ') : (value as Cell)
  return [
    ...known.map(([name, value]): View[number] => [name.replaceAll('_', ' '), words(value)]),
    ...(steps as { at: string; state: string }[]).map(({ at, state }): View[number] => [at, state]),
  ]
}

const isSaid = (value: Json): boolean =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0)
