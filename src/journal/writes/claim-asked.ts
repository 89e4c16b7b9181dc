/** What a claim asked for by its body, against what moved. */
import type { Json } from '../../contract/lossless-json.ts'
import { amountsOf, fieldWords, leavesOf, movesBetween, type Move } from './amounts.ts'
import { isNumeral } from './balance-identity.ts'
import { isNeutral, set } from './balance-words.ts'

/** Is what moved what the claim asked for, as far as its body says that? */
export function isAsked(body: Json, gains: readonly Move[], now: Json): boolean {
  const told = new Set(textsOf(now, (words) => words.every((word) => tokenNames.has(word))))
  const isOf = (token: string, { field, now: amount }: Move): boolean => {
    const [, unit] = / ([A-Za-z]+)$/.exec(amount) ?? []
    if (unit !== undefined) return unit.toLowerCase() === token
    const parts = field.toLowerCase().split('.')
    const words = parts.flatMap(fieldWords)
    if (parts.includes(token) || words.includes(token) || words.join('_').includes(token)) return true
    const isOther =
      words.some((word) => word === 'mft' || !isNeutral(word)) || parts.some((part) => told.has(part))
    return !isOther && (told.size === 0 || told.has(token))
  }
  return (
    textsOf(body, has(tokenNames)).every((token) => gains.every((gain) => isOf(token, gain))) &&
    textsOf(body, has(placeNames)).every((place) => gains.every((gain) => isAt(place, gain, now))) &&
    !namesOther(body, gains, now) &&
    amountsOf(body).every(([, text]) => gains.some(({ by }) => isEqual(by, text))) &&
    leavesOf(body).every((leaf) => isRead(leaf, body))
  )
}

/** Is it where the amount is, as far as the balance says beside it, or else at all, where that is? */
function isAt(place: string, { field }: Move, now: Json): boolean {
  const above = field.slice(0, field.lastIndexOf('.') + 1)
  const beside = textsOf(now, has(placeNames), above)
  const told = beside.length > 0 ? beside : [...new Set(textsOf(now, has(placeNames)))]
  return told.length === 0 || (told.includes(place) && (told.length === 1 || beside.length > 0))
}
const has = (names: ReadonlySet<string>) => (words: string[]) => words.some((word) => names.has(word))

/** Does it say what another part of the balance is called? */
function namesOther(body: Json, gains: readonly Move[], now: Json): boolean {
  const partsOf = (field: string) => field.toLowerCase().split('.')
  const called = new Set(amountsOf(now).flatMap(([field]) => partsOf(field)))
  return leavesOf(body).some(([, text]) => {
    const said = text.toLowerCase()
    return called.has(said) && !isNumeral(said) && !gains.every(({ field }) => partsOf(field).includes(said))
  })
}

/** An amount in a form that is not read may be any; `all` and `max` are as much as there is. */
const isRead = ([field, text]: [string, string], body: Json): boolean =>
  !/\d/.test(text) ||
  !field
    .split('.')
    .flatMap(fieldWords)
    .some((word) => quantities.has(word)) ||
  amountsOf(body).some(([each]) => each === field)
const quantities = set('amount amounts amt quantity qty value')

/** The texts of fields that name a token or a place, below `above`; of a list, of the field that it is. */
const textsOf = (record: Json, isNamed: (words: string[]) => boolean, above = ''): string[] =>
  leavesOf(record).flatMap(([field, text]) => {
    if (!field.startsWith(above)) return []
    const part = field.split('.').findLast((each) => !/^(?:\d+|length)$/.test(each)) ?? ''
    const isText = text !== 'null' && !(isNumeral(text) && field.endsWith('length'))
    return isNamed(fieldWords(part)) && isText ? [text.toLowerCase()] : []
  })
const tokenNames = set(
  'token tokens symbol symbols currency currencies asset assets ticker denom coin coins contract',
)
const placeNames = set('chain network wallet')
const isEqual = (one: string, other: string): boolean =>
  movesBetween({ amount: one }, { amount: other.replace(/ .*/, '') }).length === 0
