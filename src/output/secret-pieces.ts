/** Pieces of a secret that are secrets too: the numbers of a proof in JSON, r and s of a signature, the end of a token. */

/** What is looked for as it is, and bytes that are looked for in every encoding. */
export type Pieces = { texts: string[]; bytes: Buffer[] }

/** Numbers of a curve's field have some 77 digits, or 64 in hex. */
const fieldNumber = /^(?:\d{60,80}|0x[\da-f]{60,64})$/i
const numbersAnywhere = /(?<!\w)(?:\d{60,80}|0x[\da-f]{60,64})(?!\w)/gi
/** In JSON they may stand without quotes. */
const bareNumbers = /([[,:]\s*)(\d{60,80})(?=\s*[\],}])/g
/** What a proof is verified against is no secret: services give it back. */
const isPublic = (name: string): boolean => /public|input|signal/i.test(name)
const longest = 256 * 1024
const mostPieces = 64
const shortestPiece = 24
/** Of 60 digits; below it are lengths and places in a list. */
const leastNumber = 10n ** 59n

/** A proof as a verifier's contract takes it: words of 32 bytes, perhaps after the four bytes that select a function. */
const contractWords = /^(?:0x)?((?:[\da-f]{64}){2,}[\da-f]*)$/i
const selectorDigits = 8

export function piecesOf(secret: string): Pieces {
  const [, r, s] = /^(?:0x)?([\da-f]{64})([\da-f]{64})[\da-f]{2}$/i.exec(secret) ?? []
  if (r && s) {
    const { texts, bytes } = spellings([`0x${r}`, `0x${s}`])
    return { texts: [r, s, ...texts], bytes }
  }
  const [, last = ''] = /^eyJ[\w-]*\.[\w-]+\.([\w-]+)$/.exec(secret) ?? []
  if (last.length >= shortestPiece) return { texts: [last], bytes: [Buffer.from(last, 'base64')] }
  if (secret.length > longest) return spellings([])
  const digits = contractWords.exec(secret)?.[1]
  const raw = digits ? Buffer.from(digits, 'hex') : base64Bytes(secret)[0]
  const numbers = numbersOf(secret, raw, digits !== undefined)
  const { texts, bytes } =
    numbers.length > 0
      ? spellings(numbers)
      : { texts: [...keyParts(secret), ...textsInBase64(secret)], bytes: [] }
  const parts = partsOfProof(parsed((raw ?? secret).toString())).slice(0, mostPieces)
  return {
    texts: [...new Set([...texts, ...parts.flatMap((part) => part.texts)])],
    bytes: [...bytes, ...parts.flatMap((part) => part.bytes)],
  }
}

const longHex = /^(?:0x)?((?:[\da-f]{2}){30,})$/i
/** Of 30 bytes and more; words joined by dashes have no capitals or no digits. */
const longBase64 = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w+/-]{40,}={0,2}$/
const fewestInList = 16
/** Hours of a day and other small numbers are no proof. */
const fewestUnequal = 8
const isByte = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= -128 && Number(value) < 256

/** Lists of bytes in JSON, and long texts in hex or base64. */
function partsOfProof(value: unknown): Pieces[] {
  if (typeof value === 'string') {
    if (fieldNumber.test(value)) return []
    const digits = longHex.exec(value)?.[1]
    if (digits) return [{ texts: [digits], bytes: [Buffer.from(digits, 'hex')] }]
    return longBase64.test(value) ? [{ texts: [value], bytes: base64Bytes(value) }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  const list: unknown[] = Object.values(value)
  if (list.length >= fewestInList && list.every(isByte) && new Set(list).size >= fewestUnequal)
    return [{ texts: [], bytes: [Buffer.from(list)] }]
  return Object.entries(value).flatMap(([name, inner]) => (isPublic(name) ? [] : partsOfProof(inner)))
}

const shortestPart = 20
const printable = /^[ -~\s]+$/
const address = /^0x[\da-f]{40}$/i

/** Of a key such as `name.secret`, what is long enough to be the latter; not what a token says for all to read. */
function keyParts(secret: string): string[] {
  if (!/^[\w+/=~-]+(?:[.:|][\w+/=~-]+)+$/.test(secret)) return []
  const parts = secret.split(/[.:|]/)
  return parts.filter((part) => part.length >= shortestPart && !part.startsWith('eyJ') && !address.test(part))
}

/** What a key says in base64, where it says it in words: as a whole, in parts, and as JSON. */
function textsInBase64(secret: string): string[] {
  const texts = base64Bytes(secret).map((bytes) => bytes.toString('latin1').trim())
  return texts
    .filter((text) => printable.test(text))
    .flatMap((text) => [text, ...keyParts(text), ...textsIn(parsed(text))])
}

/** JSON of a list or an object, its large numbers as texts; undefined for any other text. */
function parsed(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text.replace(bareNumbers, '$1"$2"'))
  } catch {
    return undefined
  }
}

/** Neither addresses, times and places nor what is named as public. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return value.length < shortestPiece || /\s|:\/\/|^\d{4}-\d\d-\d\dT/.test(value) || address.test(value)
      ? []
      : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    isPublic(name) || isIdName(name) ? [] : textsIn(inner),
  )
}
const isIdName = (name: string): boolean => /(?:^|_)id$|Id$/.test(name)

/** The bytes that a secret spells in base64, of either alphabet; none where they would spell something else. */
export function base64Bytes(secret: string): Buffer[] {
  if (!/^[\w+/-]{22,}={0,2}$/.test(secret)) return []
  const bytes = Buffer.from(secret, 'base64')
  const spelt = secret.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
  return bytes.toString('base64url') === spelt ? [bytes] : []
}

function numbersOf(secret: string, raw: Buffer | undefined, isHex: boolean): string[] {
  if (!raw) return numbersOfProof(secret)
  const said = numbersOfProof(raw.toString())
  if (said.length > 0) return said
  const isWords = raw.length > 63 && raw.length % 32 === 0 && !printable.test(raw.toString('latin1'))
  return isHex || isWords ? wordsOf(raw.toString('hex')) : []
}

function wordsOf(digits: string): string[] {
  const starts = digits.length % 64 === selectorDigits ? [0, selectorDigits] : [0]
  return starts.flatMap((from) => digits.slice(from).match(/.{64}/g) ?? []).map((word) => `0x${word}`)
}

/** Each large number in decimals and in hex, and its bytes: proofs travel as JSON and as words of a contract. */
function spellings(numbers: string[]): Pieces {
  const values = [...new Set(numbers.slice(0, mostPieces).map(BigInt))].filter(
    (value) => value >= leastNumber,
  )
  const digits = values.map((value) => value.toString(16))
  return {
    texts: values.flatMap((value, at) => [`${value}`, digits[at]!]),
    bytes: digits.map((each) => Buffer.from(each.padStart(64, '0'), 'hex')),
  }
}

/** Of a proof in JSON, its numbers; of what only begins as such, those that stand anywhere in it. */
function numbersOfProof(text: string): string[] {
  const json = parsed(text)
  // snarkjs prints lists without brackets around them.
  return json === undefined ? (text.match(numbersAnywhere) ?? []) : numbersIn(json)
}

function numbersIn(value: unknown): string[] {
  if (typeof value === 'string') return fieldNumber.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(numbersIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (isPublic(name) ? [] : numbersIn(inner)))
}

/** No text is shorter that repeats a secret, half of it encoded, or most of a piece. */
export function shortestRepeat(secret: string): number {
  const { texts, bytes } = piecesOf(secret)
  const ofPieces = [...texts, ...bytes].map(({ length }) => (length * 3) / 4)
  return Math.min(secret.replace(/\s+/g, '').length / 2, ...ofPieces)
}
