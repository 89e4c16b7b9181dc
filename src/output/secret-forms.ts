/** The forms in which a secret travels, and how each is looked for. */
import { cutsOf, endsOf } from './cut-secrets.ts'
import { lower, unescaped } from './disguise.ts'
import { wholesOf, type Find } from '../contract/find-repeats.ts'
import { base64Bytes, type Pieces } from './secret-pieces.ts'
import { hexOf, views, type Begins, type FormView } from './secret-views.ts'

/** Shorter ones would hide ordinary words, and the words of JSON itself. */
export const shortestSecret = 6

/** What is looked for in the text as it is, without escapes, and in each of its views. Lower case throughout. */
export type Forms = {
  plain: Find[]
  decoded: Find[]
  views: { find: Find; begins: Begins }[][]
  cuts: Find[]
  /** Of bytes, made for a text that is long enough to hold them and has such characters. */
  pending: { least: number; needs: RegExp; add: () => void }[]
}
export const noForms = (): Forms => ({
  plain: [],
  decoded: [],
  views: views.map(() => []),
  cuts: [],
  pending: [],
})

/** Adds the forms of a secret. */
export function addForms(secret: string, forms: Forms): void {
  const small = lower(secret)
  const composed = /^[\0-\x7f]*$/.test(secret) ? [] : ['NFC', 'NFD'].map((form) => small.normalize(form))
  const clear = unescaped(small).text
  const digits = hexOf(small)
  const plain = [small, ...composed, ...(digits === undefined ? [] : [digits])]
  forms.plain.push(...fitForms(plain).map(wholesOf))
  forms.decoded.push(...fitForms([clear, ...plain.slice(1)]).map(wholesOf))
  forms.cuts.push(...cutsOf(clear), ...endsOf(clear), ...(digits === undefined ? [] : endsOf(digits)))
  addViews(forms, ({ ofText }) => ofText?.(clear), true)
  const spelt = speltBytes(secret, digits)
  for (const bytes of [
    ...[...new Set([secret, ...asInJson(secret)])].map((text) => Buffer.from(text)),
    ...spelt,
  ])
    pend(bytes, forms, true)
  if (secret.length <= longestUtf16) {
    pend(Buffer.from(secret, 'utf16le'), forms, true, composed.length > 0 ? any : zeros)
    // Taken for another text.
    const add = (): void => {
      const apart = wholesOf(clear.split('').join('\0'))
      forms.plain.push(apart)
      forms.decoded.push(apart)
    }
    forms.pending.push({ least: clear.length * 2 - 1, needs: nul, add })
  }
  addPieces({ texts: spelt.flatMap(integerOf), bytes: [] }, forms)
}

/** What PHP and Python escape in JSON, Go, Gson, and .NET with capitals. PHP escapes slashes too. */
const escapedInJson = [/[^\0-\x7f]/g, /[<>&]/g, /[<>&=']/g, /[^\0-\x7f]|[<>&'+`]|\\"/g]

/** The text as the libraries for JSON write it. */
function asInJson(secret: string): string[] {
  if (/^[\w.-]*$/.test(secret)) return []
  const json = JSON.stringify(secret).slice(1, -1)
  const written = escapedInJson.map((signs, at) =>
    json.replace(signs, (sign) => {
      const code = sign.slice(-1).charCodeAt(0).toString(16).padStart(4, '0')
      return `\\u${at > 2 ? code.toUpperCase() : code}`
    }),
  )
  return [json, ...written].flatMap((text) => [text, text.replaceAll('/', '\\/')])
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
const zeros = /00.{2,9}00|\b0(?:x0)?\b|a..a.{4}a..a/s
const nul = /\0/
/** Of 32 bytes in base64 or hex, though a line ends among them, and of those in small parts. */
const runs = /[\w+/-]{21}|(?:\b(?:0x)?[\da-f]{1,8}\b\W{1,40}(?:int\(|(?<=&)[a-z_]\w{0,40}\[)?){8}/
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

/** Of a signature in hex, whose r and s stay apart where its last byte is not with them. */
const signatureDigits = 130

type FormsOf = (view: FormView) => string[] | undefined

function addViews(forms: Forms, formsOf: FormsOf, mayBeCut: boolean): void {
  for (const [at, view] of views.entries())
    for (const form of fitForms(formsOf(view) ?? [])) {
      forms.views[at]!.push({ find: wholesOf(form), begins: view.begins(form) })
      if (!mayBeCut || !view.isCut) continue
      // Its middle is in each of them.
      const side = 2 * Math.ceil(form.length / 8)
      const begins = view.begins(form.slice(side, -side))
      const cuts = cutsOf(form)
      if (form.length === signatureDigits) forms.cuts.push(...cuts)
      else for (const find of cuts) forms.views[at]!.push({ find, begins })
    }
}

/** Adds pieces of a secret: texts as they are, for encoded they stand in the secret, and bytes as those of a secret. */
export function addPieces({ texts, bytes }: Pieces, forms: Forms): void {
  for (const form of texts.map(lower)) {
    const whole = wholesOf(form)
    forms.plain.push(whole)
    forms.decoded.push(whole)
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
