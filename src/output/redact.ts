/** The last thing every byte passes: secrets are registered as they are read, and never come out again. */
import { cellTsv, escapeJson, harmless, oneLine, unworkflow, unworkflowJson } from './safe.ts'

export type Secrets = {
  /** Registers a secret; shorter than six characters it is left alone, for it would hide ordinary words. */
  add(secret: string | undefined): void
  /** The text with every secret, in the forms it travels in, replaced. */
  redact(text: string): string
}

/** Shorter ones would hide ordinary words, and the words of JSON itself. */
const shortest = 6
export const hidden = '[redacted]'

type Span = [from: number, to: number]

export function createSecrets(): Secrets {
  const forms = new Set<string>()
  return {
    add(secret) {
      const known = secret?.trim() ?? ''
      if (known.length < shortest) return
      for (const form of formsOf(known)) if (form.length >= shortest) forms.add(lower(form))
    },
    redact(text) {
      if (forms.size === 0) return text
      const seen = lower(text)
      const spans = [...forms].flatMap((form) => spansOf(form, seen))
      return spans.length === 0 ? text : hide(text, spans)
    },
  }
}

/** Plain search, for a secret may be longer than any pattern can be. Every place counts, also where it overlaps itself. */
function spansOf(form: string, text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    spans.push([at, at + form.length])
  }
  return spans
}

/** Of ASCII letters alone, so that every character stays where it was. */
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

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

/** As it is, as output escapes it, and as HTTP, URLs and dumps carry it. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const shown = [secret, json, escapeJson(json), harmless(secret), cellTsv(secret), oneLine(secret, Infinity)]
  const bytes = Buffer.from(secret)
  return [
    ...shown.flatMap((form) => [form, form.replaceAll('"', '""'), unworkflow(form), unworkflowJson(form)]),
    ...[encodeURIComponent, encodeURI].map((encode) => encode(bytes.toString())),
    bytes.toString('hex'),
    ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
    ...(/^0x[0-9a-f]{16,}$/i.test(secret) ? [secret.slice(2)] : []),
  ]
}

/** The characters of base64 that depend on these bytes alone, where `offset` others come before them. */
function base64At(bytes: Buffer, offset: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes])
  const encoded = whole.toString('base64url')
  const end = whole.length % 3 === 0 ? encoded.length : encoded.length - 1
  const part = encoded.slice([0, 2, 3][offset], end)
  return [part, part.replaceAll('-', '+').replaceAll('_', '/')]
}
