/** Whose a balance is, and in what it is counted. */
import type { Json } from '../../contract/lossless-json.ts'
import { fieldWords, leavesOf } from './amounts.ts'
import { set } from './balance-words.ts'

/** Every address that a record names: two records of one wallet name the same. */
const addressesIn = (record: Json): string => {
  const own = leavesOf(record).filter(([field]) => !isOfEvent(field.split('.').map(fieldWords)))
  const found = own.flatMap(
    (leaf) =>
      leaf
        .join(' ')
        .toLowerCase()
        .match(/0x[0-9a-f]{40}(?![0-9a-f])/g) ?? [],
  )
  return [...new Set(found)].toSorted().join()
}

const holders = set(
  'account user wallet owner holder member address username email player customer profile login phone pubkey',
)
const units = set(
  'currency unit units symbol ticker denom asset token tokens coin contract chain network decimals precision',
)
const names = set('name nickname handle id ids uid uuid guid')
/** What only holds what is in it. */
const containers = set('data result info record attributes balance balances item items list')
/** A number in these is as many tokens. */
const amounts = set('wallet tokens unit units')
/** What was done before: it changes with the claim itself. */
const events = set(
  'request trace correlation snapshot event tx txn transaction transfer hash block session claim history notice log last latest recent',
)
const isEvent = (word: string): boolean => events.has(word) || events.has(word.replace(/s$/, ''))

const isOfEvent = (parts: string[][]): boolean => parts.slice(0, -1).flat().some(isEvent)
/** What makes it an amount, a time or a state of a holder or a token. */
const attributes = set(
  'balance balances amount amounts available free claimable price value worth usd eur gbp rank xp score level supply block height fee fees gas status state login at updated created expires next previous count total',
)

/** Whose a balance is and what its amounts are counted in, as far as it says so, and how long its lists are. */
const meaningOf = (record: Json): string[] =>
  leavesOf(record)
    .filter(([field, text]) => saysMeaning(field.split('.').map(fieldWords), text))
    .map(([field, text]) => `${field} ${text.toLowerCase()}`)
    .toSorted()

/** What only one of two balances says of whose it is and what it is counted in; undefined where they agree. */
export function differenceOf(before: Json, now: Json): string | undefined {
  if (addressesIn(before) !== addressesIn(now)) return 'another address'
  const [then, since] = [meaningOf(before), meaningOf(now)]
  return since.find((each) => !then.includes(each)) ?? then.find((each) => !since.includes(each))
}

function saysMeaning(parts: string[][], text: string): boolean {
  const [last = [], ...parents] = parts.toReversed()
  if (isOfEvent(parts) || last.some((word) => attributes.has(word))) return false
  if (last.join() === 'length') return true
  const isOf = (word: string) => holders.has(word) || units.has(word)
  if (last.some(isOf))
    return !isNumeral(text) || last.some((word) => names.has(word)) || !last.some((word) => amounts.has(word))
  const isName = last.length > 0 && last.every((word) => names.has(word))
  return isName && parents.flat().every((word) => isOf(word) || containers.has(word) || /^\d+$/.test(word))
}
export const isNumeral = (text: string): boolean => /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(text)

/** Does a balance say that it is of another address than this? Addresses of tokens and contracts say nothing of it. */
export const isOfAnother = (record: Json, address: string): boolean =>
  leavesOf(record).some(([field, text]) => {
    const words = field.split('.').flatMap(fieldWords)
    const names = words.some((word) => holders.has(word)) && !words.some((word) => contracts.has(word))
    return names && /^0x[0-9a-f]{40}$/i.test(text) && text.toLowerCase() !== address.toLowerCase()
  })
const contracts = set('token tokens contract asset chain nft reward rewards pool staking referrer inviter')
