/** The last thing every byte passes: secrets are registered as they are read, and never come out again. */

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
  let pattern: RegExp | undefined
  return {
    add(secret) {
      if (secret === undefined || secret.trim().length < shortest) return
      for (const form of formsOf(secret.trim())) forms.add(form)
      pattern = undefined
    },
    redact(text) {
      if (forms.size === 0) return text
      pattern ??= new RegExp(
        [...forms]
          .sort((a, b) => b.length - a.length)
          .map(escape)
          .join('|'),
        'gi',
      )
      return text.replace(pattern, hidden)
    },
  }
}

const formsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ...(/^0x[0-9a-f]{16,}$/i.test(secret) ? [secret.slice(2)] : []),
]

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
