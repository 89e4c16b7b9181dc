/** The forms in which a secret travels, and how each is looked for. */
import { cutsOf, type FindCut } from './cut-secrets.ts'
import { lower, unescaped } from './disguise.ts'

/** Shorter ones would hide ordinary words, and the words of JSON itself. */
export const shortestSecret = 6

type Begins = (text: string) => boolean
/** What is looked for in the text as it is, without escapes, and in each of its views. Lower case throughout. */
export type Forms = {
  plain: string[]
  decoded: string[]
  views: { form: string; begins: Begins }[][]
  cuts: FindCut[]
}
export type FormView = {
  pattern: RegExp
  stands: string
  /** What the beginning and the end of a text are taken for. */
  edge?: string
  /** May a form be cut? */
  isCut?: true
  formsOf: (secret: string, bytes: Buffer) => string[]
  begins: (form: string) => Begins
}

export const noForms = (): Forms => ({ plain: [], decoded: [], views: views.map(() => []), cuts: [] })

/**
 * What is looked for without escapes as it is, and with `stands` for whatever the pattern finds between its parts. The latter
 * costs more, and is done where a first part of a form is seen.
 */
export const views: FormView[] = [
  // Blanks of any kind are one, and so is the plus sign of a form.
  {
    pattern: /[\s+]+/g,
    stands: ' ',
    formsOf: (secret) => (/\s/.test(secret) ? [secret.replace(/[\s+]+/g, ' ')] : []),
    begins: () => () => true,
  },
  // Base64 of both alphabets, in lines, at every offset in something longer; a long secret itself, in lines.
  {
    pattern: /\s+/g,
    stands: '',
    isCut: true,
    formsOf: (secret, bytes) => [
      ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
      ...(secret.length < 16 ? [] : [secret.replace(/\s+/g, '')]),
    ],
    // A line may end in the one or the other.
    begins: (form) => (text) => text.includes(form.slice(0, 4)) || text.includes(form.slice(-4)),
  },
  // Hex, whatever is between its digits: bytes, groups of them or lines.
  {
    pattern: /0x|[^0-9a-f]+/g,
    stands: '',
    isCut: true,
    formsOf: (secret, bytes) => [bytes.toString('hex'), hexOf(secret) ?? ''],
    begins: (form) => parted([form.slice(0, 2), form.slice(2, 4)]),
  },
  // Bytes as a list of decimal numbers, with or without their places: {"0":97,"1":98}.
  {
    pattern: /[^0-9a-z"]*"\d+"\s*:[^0-9a-z]*|[^0-9a-z]+/g,
    stands: ',',
    edge: ',',
    formsOf: (_, bytes) => [`,${bytes.join(',')},`],
    begins: (form) => parted(form.split(',').slice(1, 3)),
  },
]

/** Parts that may have something between them; few texts have them all, and only for these is the pattern made. */
const parted = (parts: string[]): Begins => {
  let pattern: RegExp | undefined
  return (text) =>
    parts.every((part) => text.includes(part)) &&
    (pattern ??= new RegExp(parts.join('(?:[^0-9a-z]{0,4}(?:0x)?|,\\s*"\\d+"\\s*:\\s*)'))).test(text)
}

/** The digits of a key in hex, or of a UUID. */
const hexOf = (secret: string): string | undefined =>
  /^(?:0x)?([0-9a-f]{16,})$/i.exec(secret.replaceAll('-', ''))?.[1]

/** The bytes that a secret spells in base64, of either alphabet; nothing where they would spell something else. */
function base64Bytes(secret: string): Buffer | undefined {
  if (!/^[\w+/-]{22,}={0,2}$/.test(secret)) return undefined
  const bytes = Buffer.from(secret, 'base64')
  const spelt = secret.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
  return bytes.toString('base64url') === spelt ? bytes : undefined
}

/** Adds the forms of a secret. */
export function addForms(secret: string, forms: Forms): void {
  const small = lower(secret)
  const composed = /^[\0-\x7f]*$/.test(secret) ? [] : ['NFC', 'NFD'].map((form) => small.normalize(form))
  const clear = unescaped(small).text
  const digits = hexOf(small)
  const plain = [small, ...composed, ...(digits === undefined ? [] : [digits])]
  const spelt = digits === undefined ? base64Bytes(secret) : Buffer.from(digits, 'hex')
  const every = [Buffer.from(secret), ...(spelt ? [spelt] : [])]
  forms.plain.push(...fitForms(plain))
  forms.decoded.push(...fitForms([clear, ...plain.slice(1)]))
  const addCuts = (form: string) => forms.cuts.push(...cutsOf(form))
  addCuts(clear)
  for (const [at, { formsOf, begins, isCut }] of views.entries())
    for (const bytes of every)
      for (const form of fitForms(formsOf(clear, bytes))) {
        forms.views[at]!.push({ form, begins: begins(form) })
        if (isCut) addCuts(form)
      }
}

/** Adds a piece of a secret: as it is, for encoded it stands in the secret. */
export function addPiece(piece: string, forms: Forms): void {
  const form = lower(piece)
  forms.plain.push(form)
  forms.decoded.push(form)
  forms.cuts.push(...cutsOf(form))
}

/** In lower case, each once, without those that are too short. */
const fitForms = (made: string[]): string[] => {
  const small = made.map(lower)
  return small.filter((form, at) => form.length >= shortestSecret && small.indexOf(form) === at)
}

/** The characters of base64 that depend on these bytes alone, where `offset` others come before them. */
function base64At(bytes: Buffer, offset: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes])
  const encoded = whole.toString('base64url')
  const end = whole.length % 3 === 0 ? encoded.length : encoded.length - 1
  const part = encoded.slice([0, 2, 3][offset], end)
  return [part, part.replaceAll('-', '+').replaceAll('_', '/')]
}
