/** The forms in which a secret travels, and how each is looked for. */
import { cutsOf, endsOf, type FindCut } from './cut-secrets.ts'
import { lower, unescaped } from './disguise.ts'
import { base64Bytes, type Pieces } from './secret-pieces.ts'

/** Shorter ones would hide ordinary words, and the words of JSON itself. */
export const shortestSecret = 6

type Begins = (text: string) => boolean
/** What is looked for in the text as it is, without escapes, and in each of its views. Lower case throughout. */
export type Forms = {
  plain: string[]
  decoded: string[]
  views: { form: string; begins: Begins }[][]
  cuts: FindCut[]
  /** Of bytes, made for a text that is long enough to hold them and has such characters. */
  pending: { least: number; needs: RegExp; add: () => void }[]
}
export type FormView = {
  pattern: RegExp
  stands: string
  /** What the beginning and the end of a text are taken for. */
  edge?: string
  /** May a form be cut? */
  isCut?: true
  ofText?: (secret: string) => string[]
  ofBytes?: (bytes: Buffer) => string[]
  /** Bytes that are no ASCII, in a text that had escapes for them. */
  ofEscaped?: (bytes: Buffer) => string[]
  begins: (form: string) => Begins
  /** What is of a form that ends before it. */
  tail?: RegExp
}

export const noForms = (): Forms => ({
  plain: [],
  decoded: [],
  views: views.map(() => []),
  cuts: [],
  pending: [],
})

const blanks = /[\s+_]+/g

/**
 * What is looked for without escapes as it is, and with `stands` for whatever the pattern finds between its parts. The latter
 * costs more, and is done where a first part of a form is seen.
 */
export const views: FormView[] = [
  // Blanks of any kind are one, and so are the plus sign of a form and the underscore of a mail header. Bytes that no UTF-8 has
  // are a text where they are escaped.
  {
    pattern: blanks,
    stands: ' ',
    ofText: (secret) => (/\s/.test(secret) ? [secret.replace(blanks, ' ')] : []),
    ofEscaped: bytesAsText,
    begins: (form) => () => form.includes(' '),
  },
  // Base64 of both alphabets, in lines, at every offset in something longer; a long secret itself, in lines, or in the parts
  // of a text in the source of a program. The words of a mail header are lines too.
  {
    pattern: /["'`](?:\s*[+.]\s*|\s+)b?["'`]|\?=\s+=\?[\w-]{1,40}\?b\?|\s+/g,
    stands: '',
    isCut: true,
    ofText: (secret) => (secret.length < 16 ? [] : [secret.replace(/\s+/g, '')]),
    ofBytes: (bytes) => [0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
    // A line may end in the one or the other.
    begins: (form) => (text) => text.includes(form.slice(0, 4)) || text.includes(form.slice(-4)),
  },
  // Hex, whatever is between its digits: bytes, groups of them or lines; in a dump, their text and the next place.
  {
    pattern: / {2}\|?.{1,17}\s[\da-f]{8}:? |0x|[^0-9a-f]+/g,
    stands: '',
    isCut: true,
    ofText: (secret) => [hexOf(secret) ?? ''],
    ofBytes: (bytes) => [bytes.toString('hex'), mostOfBuffer(bytes)],
    begins: (form) => parted([form.slice(0, 2), form.slice(2, 4)]),
    // The rest of a row of a dump, and its text.
    tail: /(?:\s{0,2}[\da-f]{2}){0,15}\s{2,}\|?[^\n]{1,17}/y,
  },
  // Bytes as a list of decimal numbers, signed or not, with or without their places: {"0":97,"1":98}.
  {
    pattern: /[^0-9a-z"']*["']\d+["']\s*:[^0-9a-z]*|[^0-9a-z]+/g,
    stands: ',',
    edge: ',',
    ofBytes: (bytes) => [listOf(bytes, (byte) => byte), listOf(bytes, unsigned)],
    begins: (form) => parted(form.split(',', 3).slice(1)),
  },
]

/** Of a key, what Node shows of it as a Buffer, where that is most; r and s of a signature stay apart. */
const shownOfBuffer = 50
const mostOfBuffer = (bytes: Buffer): string =>
  bytes.length <= shownOfBuffer / 0.75 && bytes.every((byte) => byte < 128)
    ? bytes.toString('hex', 0, shownOfBuffer)
    : ''

/** Bytes as Latin-1 and as Python writes them, without escapes: runs of these may be UTF-8 by chance. */
function bytesAsText(bytes: Buffer): string[] {
  const latin = bytes.toString('latin1').replace(/[\t\n\r]/g, ' ')
  const escaped = latin.replace(/[^ -[\]-~]/g, (byte) => (byte === '\\' ? '\\\\' : `\\x${hexDigits(byte)}`))
  return [latin, escaped].map((text) => unescaped(lower(text)).text.replace(blanks, ' '))
}
const hexDigits = (byte: string) => byte.charCodeAt(0).toString(16).padStart(2, '0')

/** What is left of a signed byte once its minus is taken for what is between numbers. */
const unsigned = (byte: number): number => (byte > 127 ? 256 - byte : byte)

function listOf(bytes: Buffer, write: (byte: number) => number): string {
  let list = ','
  for (const byte of bytes) list += `${write(byte)},`
  return list
}

/** Parts that may have something between them; few texts have them all, and only for these is the pattern made. */
const parted = (parts: string[]): Begins => {
  let pattern: RegExp | undefined
  return (text) =>
    parts.every((part) => text.includes(part)) &&
    (pattern ??= new RegExp(parts.join('(?:[^0-9a-z]{0,16}(?:0x)?|,\\s*["\']\\d+["\']\\s*:\\s*)'))).test(text)
}

/** The digits of a key in hex, or of a UUID. */
const hexOf = (secret: string): string | undefined =>
  /^(?:0x)?([0-9a-f]{16,})$/i.exec(secret.replaceAll('-', ''))?.[1]

/** Adds the forms of a secret. */
export function addForms(secret: string, forms: Forms): void {
  const small = lower(secret)
  const composed = /^[\0-\x7f]*$/.test(secret) ? [] : ['NFC', 'NFD'].map((form) => small.normalize(form))
  const clear = unescaped(small).text
  const digits = hexOf(small)
  const plain = [small, ...composed, ...(digits === undefined ? [] : [digits])]
  forms.plain.push(...fitForms(plain))
  forms.decoded.push(...fitForms([clear, ...plain.slice(1)]))
  forms.cuts.push(...cutsOf(clear), ...endsOf(clear), ...(digits === undefined ? [] : endsOf(digits)))
  addViews(forms, ({ ofText }) => ofText?.(clear), true)
  const spelt = speltBytes(secret, digits)
  // The body of a request has it as JSON escapes it.
  const texts = new Set([secret, JSON.stringify(secret).slice(1, -1)])
  for (const bytes of [...[...texts].map((text) => Buffer.from(text)), ...spelt]) pend(bytes, forms, true)
  if (secret.length <= longestUtf16)
    pend(Buffer.from(secret, 'utf16le'), forms, true, composed.length > 0 ? any : zeros)
  addPieces({ texts: spelt.flatMap(integerOf), bytes: [] }, forms)
}

/** The bytes that a secret spells: in hex, in base64, or as a UUID, whose first half .NET's Guid turns about. */
function speltBytes(secret: string, digits: string | undefined): Buffer[] {
  if (digits === undefined) return base64Bytes(secret)
  const bytes = Buffer.from(digits, 'hex')
  if (bytes.length !== 16) return [bytes]
  const guid = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15].map((at) => bytes[at]!)
  return [bytes, Buffer.from(guid)]
}

/** Of the bytes of a key, a UUID or a signature, the number that they are; a small one could be of something else. */
function integerOf(bytes: Buffer): string[] {
  if (bytes.length > 66) return []
  const integer = BigInt(`0x${bytes.toString('hex')}`).toString()
  return integer.length < 30 ? [] : [integer]
}

/** .NET writes UTF-16: every other byte of ASCII is zero there, which few texts have in hex, in lists or in base64. */
const longestUtf16 = 2048
const zeros = /00.{2,9}00|\b0\b|a..a.{4}a..a/s
/** Of 32 bytes in base64 or hex, though a line ends among them, and of those in small parts. */
const runs = /[\w+/-]{21}|(?:\b(?:0x)?[\da-f]{1,8}\b\W{1,40}){8}/
const any = /[0-9a-z]/
const beyondAscii = /[^\0-\x7f]/

/** Bytes in whatever encoding: where they are cut, none is shorter than three quarters of them. */
function pend(bytes: Buffer, forms: Forms, mayBeCut: boolean, needs = any): void {
  const least = Math.floor((bytes.length * 3) / 4)
  const add = () => addViews(forms, ({ ofBytes }) => ofBytes?.(bytes), mayBeCut)
  forms.pending.push({ least, needs, add })
  if (bytes.every((byte) => byte < 128)) return
  const addTexts = () => addViews(forms, ({ ofEscaped }) => ofEscaped?.(bytes), false)
  forms.pending.push({ least, needs: beyondAscii, add: addTexts })
}

/** Adds what waits for such a text, which has no escapes. */
export function addPending(text: string, forms: Forms): void {
  const has = new Map<RegExp, boolean>()
  const { pending } = forms
  forms.pending = []
  for (const each of pending) {
    const { least, needs, add } = each
    if (!has.has(needs)) has.set(needs, needs.test(text))
    if (least <= text.length && has.get(needs)) add()
    else forms.pending.push(each)
  }
}

type FormsOf = (view: FormView) => string[] | undefined

function addViews(forms: Forms, formsOf: FormsOf, mayBeCut: boolean): void {
  for (const [at, view] of views.entries())
    for (const form of fitForms(formsOf(view) ?? [])) {
      forms.views[at]!.push({ form, begins: view.begins(form) })
      if (mayBeCut && view.isCut) forms.cuts.push(...cutsOf(form))
    }
}

/** Adds pieces of a secret: texts as they are, for encoded they stand in the secret, and bytes as those of a secret. */
export function addPieces({ texts, bytes }: Pieces, forms: Forms): void {
  for (const form of texts.map(lower)) {
    forms.plain.push(form)
    forms.decoded.push(form)
    forms.cuts.push(...cutsOf(form))
  }
  for (const each of bytes)
    if (each.length >= fewestBytes) pend(each, forms, each.length > longestNumber, runs)
}

/** Fewer bytes of a piece could be of something else. */
const fewestBytes = 16
/** A longer piece is most of its secret: it may be cut. */
const longestNumber = 64

/** Each once, without those that are too short. */
const fitForms = (made: string[]): string[] =>
  made.filter((form, at) => form.length >= shortestSecret && made.indexOf(form) === at)

/** The characters of base64 that depend on these bytes alone, where `offset` others come before them. */
function base64At(bytes: Buffer, offset: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes])
  const encoded = whole.toString('base64url')
  const end = whole.length % 3 === 0 ? encoded.length : encoded.length - 1
  const part = encoded.slice([0, 2, 3][offset], end).toLowerCase()
  return [part, part.replaceAll('-', '+').replaceAll('_', '/')]
}
