/** Planted secrets, and the search for them in everything that comes out. Shares no code with what hides them. */

/** Each fits its place and has what escapes, encodes and quotes differently. */
export const planted = {
  'API key': `sk_live"pl/an+ted=k%y'9f3c`,
  'session token': `tok.pl"an/t+ed=se%ssion'77b1`,
  'private key': '8da4ef21b864d2cc526dbdb2a120bd2874c36c9d0a1fb7f8c63d7f7a8b41de8f',
  mnemonic: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  password: `pass "pl/an+ted" wörd 5d2e`,
  proof: `zkp"pl/an+ted=${'9c1185a5c5e9'.repeat(4)}`,
  'KYC value': `Zoë "Pl/an+ted" O'Hara 1984`,
  'setting value': `sett"pl/an+ted=value'e6a0`,
} as const

/** A secret as plain text, hex, base64 at each offset, percent-encoded and escaped for JSON. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const inner = [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const part = whole.slice(offset === 0 ? 0 : 4, whole.length - 2)
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const escaped = JSON.stringify(secret).slice(1, -1)
  return [
    secret,
    bytes.toString('hex'),
    encodeURIComponent(secret),
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    ...inner,
  ].map((form) => form.toLowerCase())
}

const wanted = Object.entries(planted).map(([name, secret]) => ({ name, forms: formsOf(secret) }))

/** Which secrets a text holds in any form. `more` are secrets that were made on the way. */
export function found(text: string, more: Record<string, string> = {}): string[] {
  const seen = text.toLowerCase()
  const extra = Object.entries(more).map(([name, secret]) => ({ name, forms: formsOf(secret) }))
  return [...wanted, ...extra].flatMap(({ name, forms }) => {
    const form = forms.findIndex((each) => seen.includes(each))
    return form < 0 ? [] : [`${name} (form ${form})`]
  })
}

/** What a hostile service repeats: the text in each of the forms, as an encoder writes it. */
export function repeated(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1)
  const base64 = ['', 'x', 'xx'].map((before) => Buffer.from(before + text).toString('base64'))
  const url = base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
  const hex = Buffer.from(text).toString('hex')
  return [text, hex, hex.toUpperCase(), encodeURIComponent(text), escaped, ...base64, ...url].join(' | ')
}
