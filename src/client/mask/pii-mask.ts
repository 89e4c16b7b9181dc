/**
 * What a service says after personal data were sent to it: shown where it cannot be theirs. Nobody can list the forms in
 * which a service may repeat a name or a date, so what is shown is listed, and not what is hidden.
 */
import type { Json } from '../../contract/lossless-json.ts'
import { isPlain } from '../../contract/plain.ts'
import { changedNames } from '../../contract/texts.ts'
import { secrecyOf, type Composed } from '../compose.ts'
import { requestIdNames } from '../request-id.ts'
import { noMask, type Mask } from './mask.ts'
import { personalValues, type PersonalValues } from './personal-values.ts'
import { remembered } from './remembered.ts'
import { isWritten } from './spelled.ts'
import { hidden, isShownWord, shownFact, shownWords } from './shown-words.ts'

/** The mask for the answer to a request that the contract calls `personal`. */
export function createMask(request: Composed): Mask {
  const { body } = request
  if (body === undefined) return noMask
  const values = personalValues(body)
  const words = (text: string) => shownWords(text, values)
  const text = (fact: string) => shownFact(fact, values) ?? codeOf(fact, values) ?? words(fact)
  const shown: Shown = {
    values,
    leaf: remembered((leaf) => shownLeaf(leaf, false, values)),
    id: remembered((leaf) => shownLeaf(leaf, true, values)),
    name: remembered((name) => nameOf(name, values)),
  }
  const maskAll = (data: Json) => masked(data, '', shown)
  const maskHeaders = (came: CameHeaders) => new Map([...came].map((header) => shownHeader(header, values)))
  // Settings are shown as the service has them; identity data are not.
  if (!secrecyOf(request)?.neverEcho) return { ...noMask, text, words, maskAll, maskHeaders }
  return { text, words, maskAll, data: maskAll, maskHeaders, headers: maskHeaders, secrets: values.texts }
}

type CameHeaders = Map<string, string>

/** What is shown of the leaves and names of data. */
type Shown = {
  values: PersonalValues
  leaf: (text: string) => string
  /** Of a field that is called an id. */
  id: (text: string) => string
  name: (name: string) => string
}

function masked(value: Json, name: string, own: Shown): Json {
  if (value === null) return value
  // Whatever came in a field of the body says nothing that was not sent.
  if (own.values.isField(name) && !isPlain(value)) return hidden
  if (typeof value === 'boolean') return value
  if (Array.isArray(value))
    return isDigitList(value) ? [hidden] : value.map((each) => masked(each, name, own))
  if (isPlain(value)) {
    const keys = Object.keys(value)
    if (isDate(keys) || (keys.length > 2 && keys.every((key) => /^\d+$/.test(key)))) return hidden
    const names = changedNames(keys, own.name)
    return Object.fromEntries(
      Object.entries(value).map(([each, inner], at) => [names[at], masked(inner, each, own)]),
    )
  }
  const written = String(value)
  const shown = isIdName(name) ? own.id(written) : own.leaf(written)
  return shown === written.trim() ? value : shown
}

function shownLeaf(written: string, isId: boolean, values: PersonalValues): string {
  if (values.is(written) || /^[A-Za-z]{2}$/.test(written)) return written === 'ok' ? written : hidden
  if (isShownWord(written, values)) return written
  const fact = shownFact(written.trim(), values) ?? (isId ? shownId(written, values) : undefined)
  return fact ?? shownWords(written, values)
}

/** A list of short numbers may be bytes, or the digits of something, in lists too. */
const isDigitList = (list: readonly Json[]): boolean => list.length > 2 && list.every(isShortNumber)

function isShortNumber(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isShortNumber)
  return value === null || (!isPlain(value) && /^\d{1,4}$/.test(String(value)))
}

/** Day, month and year, each in a field of its own. */
const isDate = (keys: readonly string[]): boolean =>
  [/day|date/i, /mon/i, /year/i].every((part) => keys.some((key) => part.test(key)))

const isIdName = (name: string): boolean => /(?:^|_|-)(?:id|uuid|ref|reference)$|Id$|Reference$/.test(name)

/** An id of any form, which is no encoded text. */
function shownId(text: string, values: PersonalValues): string | undefined {
  if (!/^(?=.*\d.*\d)[A-Za-z\d][A-Za-z\d-]{5,63}$/.test(text) || values.isPart(text)) return undefined
  return isWritten(text) || values.spells(text) ? undefined : text
}

/** A word that may be the name of a field: a service names its own as it likes. */
const identifier = /^(?:[A-Za-z]+(?:[_.-][A-Za-z]+)*[_.-]?\d{0,2}|\d)$/

/** A code such as KYC_001 is the service's own. */
function codeOf(code: string, values: PersonalValues): string | undefined {
  if (!/^[A-Za-z][A-Za-z\d]*(?:[_.:-][A-Za-z\d]+)*$/.test(code)) return undefined
  const isOwn =
    code.length <= 64 &&
    !values.isPart(code) &&
    !code.split(/[^A-Za-z]+/).some(values.hasWord) &&
    ![code, ...code.split(/[_.:-]/)].some(values.spells)
  return isOwn ? code : hidden
}

/** A name of two letters is a code of a language as often as a value, unless it has the capital of one. */
const shortestName = 3

function nameOf(name: string, values: PersonalValues): string {
  if (isShownWord(name.replace(/[_.-]?\d{1,2}$/, ''), values)) return name
  if (name.length > 80 || !identifier.test(name)) return shownWords(name, values)
  if (name.length < shortestName) return /^[A-Z]/.test(name) && values.hasShort(name) ? hidden : name
  return values.isPart(name) || name.split(/[^A-Za-z]+/).some(values.hasWord) || values.spells(name)
    ? hidden
    : name
}

/** Headers with dates, sizes and counts. */
const countHeaders = /^(?:date|age|expires|last-modified|content-length|retry-after|(?:x-)?ratelimit.*)$/
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/
/** Headers that tell of the answer, not of what was asked. */
const ofAnswers =
  /^(?:server|connection|keep-alive|transfer-encoding|vary|cache-control|content-(?:type|encoding))$/

function shownHeader([name, value]: [string, string], values: PersonalValues): [string, string] {
  if (ofAnswers.test(name)) return [name, values.isPart(value) ? hidden : value]
  if (countHeaders.test(name))
    return [
      name,
      httpDate.test(value) || /^\d{1,4}$/.test(value) ? value : (shownFact(value, values) ?? hidden),
    ]
  if (requestIdNames.includes(name))
    return [name, shownFact(value, values) ?? codeOf(value, values) ?? hidden]
  return [nameOf(name, values), hidden]
}
