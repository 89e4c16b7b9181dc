/** Links in what a service says: whoever has to go on elsewhere with a submission needs them whole. */
import type { PersonalValues } from './personal-values.ts'
import { isWritten } from './spelled.ts'
import { isVocabulary } from './vocabulary.ts'

const host = String.raw`(?:[a-z\d-]{1,63}\.){1,4}[a-z]{2,24}(?::\d{1,5})?(?![.:]?[\p{L}\p{N}\p{M}_@%-])`
/** Of more than a host it has what the paths, names and ids of a service are written with. */
export const link = String.raw`https?:\/\/${host}(?:[\w/?&=.#~-]{0,2000}[\w/=-])?`
const partsOfLink = /^(https?:\/\/)([^/?#]+)(.*)$/

/** The link without what may be of a value: words beside a `=` that services do not use, short numbers, written texts. */
export function shownLink(whole: string, values: PersonalValues, hidden: string): string {
  const [, scheme = '', host = '', rest = ''] = partsOfLink.exec(whole) ?? []
  const shown = rest
    .split(/([/?&=.#~]+)/)
    .map((part, at, all) =>
      at % 2 === 1 || part === '' || isShownPart(part, all[at - 1] ?? '', values) ? part : hidden,
    )
    .join('')
  const isOwn = isHost(host) && hasNothingOf(host, values)
  return scheme + (isOwn ? host : hidden) + (values.isPart(rest) ? rest.charAt(0) + hidden : shown)
}

/** A host in other letters than these is written as their code. */
const isHost = (host: string): boolean => !host.includes('xn--')

function isShownPart(part: string, before: string, values: PersonalValues): boolean {
  if (!hasNothingOf(part, values)) return false
  if (isOpaque(part)) return true
  return before.endsWith('=') ? isVocabulary(part) : /^[A-Za-z][A-Za-z\d]*(?:[_-][A-Za-z\d]+)*$/.test(part)
}

/** An id, or a token: a part of a JSON web token is written, and what it says was looked at. */
const isOpaque = (part: string): boolean =>
  /^(?=.*\d.*\d)[\w-]{6,600}$/.test(part) && (part.startsWith('eyJ') || !isWritten(part))

/** No word, number or letters and digits in a row of a value, in hex or base64 neither. */
export function hasNothingOf(piece: string, values: PersonalValues): boolean {
  const parts = [piece, ...piece.split(/[.:_-]/)]
  return (
    !values.isPart(piece) &&
    !parts.some((part) => values.hasWord(part) || values.spells(part)) &&
    !(piece.match(/\d+/g) ?? []).some(values.hasNumber)
  )
}
