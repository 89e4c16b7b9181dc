/**
 * What a balance says of a claim. Its fields are not documented (docs/service.md §2), so
 * they are known by the words in their names.
 */
import type { Json } from '../../contract/lossless-json.ts'
import { amountsOf, movesBetween, fieldWords, type Move } from './amounts.ts'
import { differenceOf } from './balance-identity.ts'
import {
  alien,
  balances,
  claimable,
  denying,
  earned,
  had,
  isNeutral,
  isWithheld,
  open,
  pastSums,
  set,
} from './balance-words.ts'
import { isAsked } from './claim-asked.ts'

type Side = 'had' | 'claimable' | 'earned' | 'pending' | 'counted' | 'other'
type Named = Move & { side: Side; token: string }

/**
 * Why a claim counts as applied, in words; nothing where the balance does not say so. The one proof is a change in a
 * claim's own direction: what the wallet has rose, and what was claimable fell by the same amount. Anything else has
 * other reasons too (interest, transfers, gas, rewards, a settlement), and proves nothing. `asked`: the body of the claim,
 * whose token and amount must be those that moved.
 */
export function evidenceOf(before: Json, now: Json, asked: Json = null): string | undefined {
  if (differenceOf(before, now) !== undefined) return undefined
  const fields = amountsOf(now).map(([field]) => field)
  const name = namer(fields)
  const all = fields.map(name)
  const moves = movesBetween(before, now).map((move) => ({ ...move, ...name(move.field) }))
  // `pending` and the like may be anything where another field is called claimable.
  const source = all.some(({ side }) => side === 'claimable') ? 'claimable' : 'earned'
  const gains = moves.filter(({ side }) => side === 'had')
  const losses = moves.filter(({ side }) => side === source)
  const isClaim =
    gains.length > 0 &&
    gains.every(({ up }) => up) &&
    losses.every(({ up, now: left }) => !up && !left.startsWith('-')) &&
    areMatched(all, gains, losses) &&
    !isSpendableStill(fields, gains, name) &&
    isAsked(asked, gains, now) &&
    !moves.some((move) => isRival(move, source, gains))
  return isClaim ? inWords(moves) : undefined
}

/** Moves as a person reads them. */
export const inWords = (moves: readonly Move[]): string =>
  moves.map(({ field, before, now }) => `${field} ${before} → ${now}`).join(', ')

/** Of each token the same amounts rose and fell. Fields of what has but one of the two sides are taken together. */
function areMatched(all: Pick<Named, 'side' | 'token'>[], gains: Named[], losses: Named[]): boolean {
  const sides = (token: string) => new Set(all.filter((each) => each.token === token).map(({ side }) => side))
  const group = ({ token }: Named) =>
    isTicker(token) || (sides(token).has('had') && sides(token).size > 1) ? token : undefined
  const amounts = (moves: Named[], of: string | undefined) =>
    new Set(moves.filter((move) => group(move) === of).map(({ by }) => by))
  return [...new Set([...gains, ...losses].map(group))].every((of) => {
    const [rose, fell] = [amounts(gains, of), amounts(losses, of)]
    return rose.size === fell.size && [...rose].every((by) => fell.has(by))
  })
}

/** Another amount that fell by as much may be where the gain is from; one that rose by as much, where the loss went. */
function isRival({ field, side, up, by }: Named, source: Side, gains: Named[]): boolean {
  if (side === 'had' || side === source || !gains.some((gain) => gain.by === by)) return false
  if (side === 'other') return !up || fieldWords(field).some((word) => lost.has(word))
  return side === 'pending' || (up && side === 'earned')
}

/** Where a claimable amount goes that nobody gets. */
const lost = set(
  'expired forfeited burned staked restaked lost lapsed locked slashed cancelled compounded deposited',
)

/** Does what can be spent of a token stand still, though its balance rose? */
function isSpendableStill(
  fields: readonly string[],
  gains: Named[],
  name: (field: string) => Pick<Named, 'side' | 'token'>,
): boolean {
  const isSpendable = (field: string) => fieldWords(field).some((word) => spendable.has(word))
  return fields.some(
    (field) =>
      isSpendable(field) &&
      name(field).side === 'had' &&
      gains.some((gain) => gain.token === name(field).token && gain.field !== field) &&
      !gains.some((gain) => gain.field === field),
  )
}
const spendable = set('available free spendable liquid')

/** Side and token of a field, by the parts of its name that not every field shares. */
function namer(fields: readonly string[]): (field: string) => Pick<Named, 'side' | 'token'> {
  const paths = fields.map((field) => field.split('.'))
  const [first = []] = paths
  const differ = first.findIndex((part, at) => paths.some((path) => path[at] !== part))
  const shared = differ < 0 ? first.length - 1 : differ
  return (field) => {
    const parts = field.split('.').slice(shared)
    return { side: sideOf(parts), token: tokenIn(parts) }
  }
}

/** By the last part that says it, but a part that says claimable counts wherever it is. */
function sideOf(parts: string[]): Side {
  const words = parts.map(fieldWords).toReversed()
  if (words.flat().some((word) => alien.has(word))) return 'other'
  if (words.some(saysClaimable)) return words.flat().some((word) => denying.has(word)) ? 'other' : 'claimable'
  for (const part of words) {
    const has = (names: ReadonlySet<string>) => part.some((word) => names.has(word))
    if (has(pastSums) || (part.includes('total') && has(set('reward rewards earned earnings'))))
      return 'counted'
    if (has(earned) || has(open)) return isEarned(parts) ? 'earned' : 'pending'
    if (has(had)) {
      if (words.flat().some((word) => earned.has(word))) return isEarned(parts) ? 'earned' : 'pending'
      return words.flat().some(isWithheld) ? 'other' : 'had'
    }
  }
  const plain = words.flat()
  if (plain.some((word) => balances.has(word))) return plain.some(isWithheld) ? 'other' : 'had'
  return /^(token )?(amount|quantity|mft)$/.test(plain.join(' ')) ? 'had' : 'other'
}

/** `pending_rewards`, `rewards.pending`, not `pending_deposit` nor `rewards.locked`: no other word is in any part. */
function isEarned(parts: string[]): boolean {
  const words = parts.filter((part) => !isTicker(part)).flatMap(fieldWords)
  return (
    words.some((word) => earned.has(word)) && words.every((word) => isNeutral(word) && !claimable.has(word))
  )
}

/** `claimable`, `available_to_claim`, `not_claimed`. */
const saysClaimable = (part: string[]): boolean =>
  part.some((word) => claimable.has(word)) ||
  /\b(to|for|available|ready) claim\b|\b(not|yet) claimed\b/.test(part.join(' '))

/** What is left of a name without the words of its side: the token, or the unit, that it is about. */
const tokenIn = (parts: string[]): string =>
  parts
    .filter((part) => fieldWords(part).some((word) => !isNeutral(word)))
    .map((part) =>
      isTicker(part)
        ? part
        : fieldWords(part)
            .filter((word) => !isNeutral(word))
            .join(' '),
    )
    .join(' ')

const isTicker = (part: string): boolean => /^[A-Z][A-Z0-9]{1,7}$/.test(part)
