/** The last thing every byte passes: secrets are registered as they are read, and never come out again. */
import { cellTsv, escapeJson, harmless, oneLine, unworkflow, unworkflowJson } from './safe.ts'

export type Secrets = {
  /** Registers a secret; shorter than six characters it is left alone, for it would hide ordinary words. */
  add(secret: string | undefined): void
  /** The text with every secret, in the forms it travels in, replaced. */
  redact(text: string): string
}

const shortest = 6
export const hidden = '[redacted]'

export function createSecrets(): Secrets {
  const forms = new Set<string>()
  let any: RegExp | undefined
  let everywhere: RegExp | undefined
  return {
    add(secret) {
      if (secret === undefined || secret.trim().length < shortest) return
      for (const form of formsOf(secret.trim())) if (form.length >= shortest) forms.add(form)
      any = undefined
    },
    redact(text) {
      if (forms.size === 0) return text
      if (!any) {
        const longestFirst = [...forms].sort((a, b) => b.length - a.length).map(escape)
        any = new RegExp(longestFirst.join('|'), 'i')
        everywhere = new RegExp(`(?=(${longestFirst.join('|')}))`, 'gi')
      }
      return any.test(text) ? hide(text, everywhere!) : text
    },
  }
}

/** Secrets may overlap: every place is looked at, so that none leaves its tail behind. */
function hide(text: string, everywhere: RegExp): string {
  let out = ''
  let done = -1
  for (const { index, 1: found = '' } of text.matchAll(everywhere)) {
    if (index > done) out += text.slice(Math.max(done, 0), index) + hidden
    done = Math.max(done, index + found.length)
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

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
