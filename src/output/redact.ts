/** Secrets by value: registered as they are read, and hidden in whatever form text repeats them. */
import { cutsOf, type FindCut } from './cut-secrets.ts'
import { unescaped, lower, rewrite } from './disguise.ts'

export type Secrets = {
  /** Registers a secret; shorter than six characters it is left alone, for it would hide ordinary words. */
  add(secret: string | undefined): void
  /**
   * Foreign text with every secret, in the forms it travels in, replaced; and what `find` finds, which is given the text in
   * lower case, as it is and without escapes.
   */
  redact(text: string, find?: Find): string
  /** Redacts text of our own making, whose words stay: a secret of letters alone may be one of them. */
  redactOwn(text: string, find?: Find): string
}

/** Shorter ones would hide ordinary words, and the words of JSON itself. */
const shortestSecret = 6
export const hidden = '[redacted]'

/** Is it so long that it is hidden? What is shorter stands in ordinary words. */
export const isHideable = (secret: string): boolean => secret.trim().length >= shortestSecret

type Span = [from: number, to: number]
type Find = (text: string) => Span[]
type Begins = (text: string) => boolean
/** What is looked for in the text as it is, without escapes, and in each of its views. Lower case throughout. */
type Forms = {
  plain: string[]
  decoded: string[]
  views: { form: string; begins: Begins }[][]
  cuts: FindCut[]
}
type View = {
  pattern: RegExp
  stands: string
  /** What the beginning and the end of a text are taken for. */
  edge?: string
  formsOf: (secret: string, bytes: Buffer) => string[]
  begins: (form: string) => Begins
}

export function createSecrets(): Secrets {
  const all = registry()
  const unlikeWords = registry()
  return {
    add(secret) {
      const value = secret?.trim() ?? ''
      if (!isHideable(value)) return
      all.add(value)
      if (!isWord(value)) unlikeWords.add(value)
    },
    redact: (text, find) => withoutSecrets(all, text, find),
    redactOwn: (text, find) => withoutSecrets(unlikeWords, text, find),
  }
}

/** It may stand in our own sentences and names. */
const isWord = (secret: string) => secret.length < 20 && /^[a-z][a-z_ -]*$/i.test(secret)

type Registry = { add(secret: string): void; forms(): Forms }

/** Secrets and their forms, which are made for the first text that is looked at. */
function registry(): Registry {
  const known = new Set<string>()
  const fresh: string[] = []
  const forms: Forms = { plain: [], decoded: [], views: views.map(() => []), cuts: [] }
  return {
    add(secret) {
      if (known.has(secret)) return
      known.add(secret)
      fresh.push(secret)
    },
    forms() {
      for (const secret of fresh.splice(0)) addForms(secret, forms)
      return forms
    },
  }
}

function withoutSecrets(secrets: Registry, text: string, find?: Find): string {
  const forms = secrets.forms()
  return find || (forms.plain.length > 0 && text.length >= shortestSecret)
    ? hide(text, spansIn(text, forms, find))
    : text
}

function spansIn(text: string, forms: Forms, find: Find = () => []): Span[] {
  const seen = lower(text)
  const spans = find(seen)
  for (const form of forms.plain) spansOf(form, seen, spans)
  const clear = unescaped(seen)
  const within = clear.text === seen ? [] : find(clear.text)
  if (clear.text !== seen) for (const form of forms.decoded) spansOf(form, clear.text, within)
  for (const findCut of forms.cuts) findCut(clear.text, within)
  for (const [at, view] of views.entries()) {
    for (const { form, begins } of forms.views[at]!) {
      spansOf(form, clear.text, within)
      if (begins(clear.text)) for (const span of partedSpans(form, clear.text, view)) within.push(span)
    }
  }
  for (const [from, to] of within) spans.push(clear.back(from, to))
  return spans
}

/** A form between whose parts there is something else. */
function partedSpans(form: string, text: string, { pattern, stands, edge = '' }: View): Span[] {
  const whole = edge + text + edge
  if (!whole.replace(pattern, stands).includes(form)) return []
  const { text: seen, back } = rewrite(whole, pattern, () => stands)
  const spans: Span[] = []
  spansOf(form, seen, spans)
  return spans.map(([start, end]) => {
    const [from, to] = back(start, end)
    return [Math.max(from - edge.length, 0), Math.min(to - edge.length, text.length)]
  })
}

/**
 * Plain search, for a secret may be longer than any pattern can be. Every place counts, also where it overlaps itself: what
 * is then hidden is one span.
 */
function spansOf(form: string, text: string, spans: Span[]): void {
  let last: Span | undefined
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const end = at + form.length
    if (last && at <= last[1]) last[1] = end
    else spans.push((last = [at, end]))
  }
}

/** Secrets may overlap: none leaves its tail behind. */
function hide(text: string, spans: Span[]): string {
  let out = ''
  let done = -1
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    if (from > done) out += text.slice(Math.max(done, 0), from) + hidden
    done = Math.max(done, to)
  }
  return out + text.slice(Math.max(done, 0))
}

/**
 * What is looked for without escapes as it is, and with `stands` for whatever the pattern finds between its parts. The latter
 * costs more, and is done where a first part of a form is seen.
 */
const views: View[] = [
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
    formsOf: (secret, bytes) => [bytes.toString('hex'), hexOf(secret) ?? ''],
    begins: (form) => parted([form.slice(0, 2), form.slice(2, 4)]),
  },
  // Bytes as a list of decimal numbers.
  {
    pattern: /[^0-9a-z]+/g,
    stands: ',',
    edge: ',',
    formsOf: (_, bytes) => [`,${[...bytes].join(',')},`],
    begins: (form) => parted(form.split(',').slice(1, 3)),
  },
]

/** Parts that may have something between them. */
const parted = (parts: string[]) => {
  const pattern = new RegExp(parts.join('[^0-9a-z]{0,4}(?:0x)?'))
  return (text: string) => pattern.test(text)
}

/** The digits of a key in hex. */
const hexOf = (secret: string): string | undefined => /^(?:0x)?([0-9a-f]{16,})$/i.exec(secret)?.[1]

function addForms(secret: string, forms: Forms): void {
  const small = lower(secret)
  const composed = /^[\0-\x7f]*$/.test(secret) ? [] : ['NFC', 'NFD'].map((form) => small.normalize(form))
  const clear = unescaped(small).text
  const digits = hexOf(small)
  const plain = [small, ...composed, ...(digits === undefined ? [] : [digits])]
  const every = [Buffer.from(secret), ...(digits === undefined ? [] : [Buffer.from(digits, 'hex')])]
  const fit = (made: string[]) =>
    [...new Set(made.map(lower))].filter((form) => form.length >= shortestSecret)
  forms.plain.push(...fit(plain))
  forms.decoded.push(...fit([clear, ...plain.slice(1)]))
  const findCut = cutsOf(clear)
  if (findCut) forms.cuts.push(findCut)
  views.forEach(({ formsOf, begins }, at) => {
    const made = fit(every.flatMap((bytes) => formsOf(clear, bytes)))
    forms.views[at]!.push(...made.map((form) => ({ form, begins: begins(form) })))
  })
}

/** The characters of base64 that depend on these bytes alone, where `offset` others come before them. */
function base64At(bytes: Buffer, offset: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes])
  const encoded = whole.toString('base64url')
  const end = whole.length % 3 === 0 ? encoded.length : encoded.length - 1
  const part = encoded.slice([0, 2, 3][offset], end)
  return [part, part.replaceAll('-', '+').replaceAll('_', '/')]
}
