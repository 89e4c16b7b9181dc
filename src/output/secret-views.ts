/** How encoded secrets are looked for: in a text without escapes, with one sign for whatever stands between their parts. */
import { lower, unescaped } from './disguise.ts'

export type Begins = (text: string) => boolean
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

const blanks = /[\s+_]+/g
/** What stands before a byte of a list: {"0":97}, and as PHP writes it, [0] => 97, [0]=> int(97), 0 => 97, i:0;i:97. */
const place = String.raw`(?:["']\d+["']\s*:|\[\d+\]\s*=>?(?:\s*int\()?|(?<!\d)\d{1,6} ?=>|i:\d{1,6};i:)`

/** Before a place: the break of a line in HTML, or the name of a list in a form: &proof[1]=97. */
const before = (times: string) => String.raw`(?:br\b[^0-9a-z"'[]${times}|(?<=&)[a-z_]\w{0,40})`

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
    pattern: new RegExp(
      String.raw` {2}\|?.{1,17}\s{1,40}[\da-f]{8}:? |[^0-9a-f[]*${place}\s*0x|0x|[^0-9a-f]+`,
      'g',
    ),
    stands: '',
    isCut: true,
    ofText: (secret) => [hexOf(secret) ?? ''],
    ofBytes: (bytes) => [bytes.toString('hex'), mostOfBuffer(bytes)],
    begins: (form) => parted([form.slice(0, 2), form.slice(2, 4)]),
    // The rest of a row of a dump, and its text.
    tail: /(?:\s{0,2}[\da-f]{2}){0,15}\s{2,}\|?[^\n]{1,17}/y,
  },
  // Bytes as a list of decimal numbers, signed or not, with or without their places.
  {
    pattern: new RegExp(String.raw`[^0-9a-z"'[]*${before('*')}?${place}[^0-9a-z]*|[^0-9a-z]+`, 'g'),
    stands: ',',
    edge: ',',
    ofBytes: (bytes) => [listOf(bytes, String), listOf(bytes, unsigned)],
    begins: (form) => parted(form.split(',', 3).slice(1)),
  },
  // As a list of hexadecimal numbers, where these are shorter than the hex of bytes.
  {
    pattern: /[^0-9a-z]+(?:0x)?/g,
    stands: ',',
    edge: ',',
    ofBytes: (bytes) => (bytes.some((byte) => byte < 16) ? [listOf(bytes, (byte) => byte.toString(16))] : []),
    begins: (form) => parted(form.split(',', 3).slice(1)),
  },
]

/** Of a key, what Node shows of it as a Buffer, where that is most; r and s of a signature stay apart. */
const shownOfBuffer = 50
const mostOfBuffer = (bytes: Buffer): string =>
  bytes.length <= shownOfBuffer / 0.75 && bytes.every((byte) => byte < 128)
    ? bytes.toString('hex', 0, shownOfBuffer)
    : ''

/**
 * Bytes as Latin-1, and as programs print them, without escapes: Python and PHP escape runs of them, which may be UTF-8 by
 * chance; Go and Ruby show what is UTF-8. Some control characters have names.
 */
function bytesAsText(bytes: Buffer): string[] {
  const latin = bytes.toString('latin1').replace(/[\t\n\r]/g, ' ')
  const texts = ['', 'abvf', 'abvfe'].flatMap((names) => {
    const escape = (byte: string): string => {
      const name = byte === '\\' ? byte : names[controls.indexOf(byte)]
      return `\\${name ?? `x${hexDigits(byte)}`}`
    }
    const parts = lettersIn(bytes).map((part) =>
      part.length > 1 ? part.toString() : escaped(part.toString('latin1')),
    )
    function escaped(text: string): string {
      return text.replace(/[\t\n\r]/g, ' ').replace(/[^ -[\]-~]/g, escape)
    }
    return [escaped(latin), parts.join('')]
  })
  return [...new Set([latin, ...texts])].map((text) => unescaped(lower(text)).text.replace(blanks, ' '))
}
/** \a, \b, \v, \f, \e. */
const controls = '\x07\b\v\f\x1b'
const hexDigits = (byte: string) => byte.charCodeAt(0).toString(16).padStart(2, '0')

/** The letters of UTF-8 in bytes that are no ASCII, and each other byte. */
function lettersIn(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += parts.at(-1)!.length) {
    const first = bytes[at]!
    const part = bytes.subarray(at, at + (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1))
    parts.push(part.equals(Buffer.from(part.toString())) ? part : part.subarray(0, 1))
  }
  return parts
}

/** What is left of a signed byte once its minus is taken for what is between numbers. */
const unsigned = (byte: number): string => String(byte > 127 ? 256 - byte : byte)

function listOf(bytes: Buffer, write: (byte: number) => string): string {
  let list = ','
  for (const byte of bytes) list += `${write(byte)},`
  return list
}

/** Parts that may have something between them; few texts have them all, and only for these is the pattern made. */
const parted = (parts: string[]): Begins => {
  let pattern: RegExp | undefined
  return (text) =>
    parts.every((part) => text.includes(part)) &&
    (pattern ??= new RegExp(parts.join(betweenParts))).test(text)
}
/** Of an answer that is indented too. */
const betweenParts = String.raw`[^0-9a-z]{0,100}(?:${before('{0,100}')}?${place}[^0-9a-z]{0,100})?(?:0x)?`

/** The digits of a key in hex, or of a UUID. */
export const hexOf = (secret: string): string | undefined =>
  /^(?:0x)?([0-9a-f]{16,})$/i.exec(secret.replaceAll('-', ''))?.[1]

/** The characters of base64 that depend on these bytes alone, where `offset` others come before them. */
function base64At(bytes: Buffer, offset: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes])
  const encoded = whole.toString('base64url')
  const end = whole.length % 3 === 0 ? encoded.length : encoded.length - 1
  const part = encoded.slice([0, 2, 3][offset], end).toLowerCase()
  return [part, part.replaceAll('-', '+').replaceAll('_', '/')]
}
