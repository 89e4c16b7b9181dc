/**
 * What a balance says of a claim. Its fields are not documented (docs/service.md §2), so
 * they are known by the words in their names.
 */
import type { Json } from '../../contract/lossless-json.ts'
import { differenceOf, isNumeral } from './balance-identity.ts'
import { amountsOf, leavesOf, movesBetween, fieldWords, type Move } from './amounts.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
/** What a wallet has. A balance may also be one of rewards, so these words count only where no other does. */
const balances = set('balance balances funds')
const had = set('available wallet free spendable liquid holdings owned')
const claimable = set('claimable unclaimed redeemable harvestable withdrawable')
/** What claimable amounts are called where no field says `claimable`, */
const earned = set('reward rewards accrued earned earnings undistributed')
/** and what may stand beside that: with any other word they may be rewards that nobody can claim. */
const open = set('pending owed due outstanding unpaid receivable')
/** What makes a claimable amount another. */
const denying = set(
  'not non no un never later soon next future tomorrow upcoming after until max min limit others locked expired estimated forfeited frozen vesting unvested escrow deposit deposits refund refunds',
)
/** What nobody can spend. */
const withheld = set('staked stake staking hold treasury referrer pool')
const isWithheld = (word: string): boolean => denying.has(word) || withheld.has(word)
/** What is no amount of tokens that one has. */
const alien = set('nft nfts debt debts loan loans borrowed liability liabilities fee fees gas')
/** Sums over all time, and single events of the past: they only count what was. */
const pastSums = set(
  'claimed paid received withdrawn redeemed spent distributed lifetime cumulative history ever last previous',
)
/** Words that do not tell one token from another. */
const neutral = set('amount amounts quantity value total current token tokens data account user mft to claim')

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

/** Is what moved what the claim asked for, as far as its body says that? */
function isAsked(body: Json, gains: Named[], now: Json): boolean {
  const told = new Set(tokensIn(now, (words) => words.every((word) => tokenNames.has(word))))
  const isOf = (token: string, { field }: Named): boolean => {
    const parts = field.toLowerCase().split('.')
    const words = parts.flatMap(fieldWords)
    if (parts.includes(token) || words.includes(token) || words.join('_').includes(token)) return true
    const isOther =
      words.some((word) => word === 'mft' || !isNeutral(word)) || parts.some((part) => told.has(part))
    return !isOther && (told.size === 0 || told.has(token))
  }
  const asked = tokensIn(body, (words) => words.some((word) => tokenNames.has(word)))
  return (
    asked.every((token) => gains.every((gain) => isOf(token, gain))) &&
    amountsOf(body).every(([, text]) => gains.some(({ by }) => isEqual(by, text)))
  )
}

/** The texts of fields that name a token; of a list, of the field that it is. */
const tokensIn = (record: Json, isNamed: (words: string[]) => boolean): string[] =>
  leavesOf(record).flatMap(([field, text]) => {
    const part = field.split('.').findLast((each) => !/^(?:\d+|length)$/.test(each)) ?? ''
    return isNamed(fieldWords(part)) && !isNumeral(text) && text !== 'null' ? [text.toLowerCase()] : []
  })
const tokenNames = set('token tokens symbol symbols currency currencies asset assets ticker denom coin coins')
const isEqual = (one: string, other: string): boolean =>
  movesBetween({ amount: one }, { amount: other.replace(/ .*/, '') }).length === 0

/** Another amount that fell by as much may be where the gain is from; one that rose by as much, where the loss went. */
function isRival({ side, up, by }: Named, source: Side, gains: Named[]): boolean {
  if (side === 'had' || side === source || !gains.some((gain) => gain.by === by)) return false
  return side === 'pending' || side === 'other' || (up && side === 'earned')
}

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
    if (has(had)) return words.flat().some(isWithheld) ? 'other' : 'had'
  }
  const plain = words.flat()
  if (plain.some((word) => balances.has(word))) return plain.some(isWithheld) ? 'other' : 'had'
  return /^(amount|quantity|mft)$/.test(plain.join(' ')) ? 'had' : 'other'
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

const isNeutral = (word: string): boolean =>
  [balances, had, claimable, earned, open, neutral].some((names) => names.has(word))
const isTicker = (part: string): boolean => /^[A-Z][A-Z0-9]{1,7}$/.test(part)
