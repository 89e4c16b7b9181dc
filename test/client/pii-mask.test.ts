/** What was submitted as personal data is found in whatever form the service repeats it, and nothing else is. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMask } from '../../src/client/mask/pii-mask.ts'
import { parseJson, writeJson, type Json } from '../../src/contract/lossless-json.ts'
import { operationOf } from '../../src/contract/operations.ts'
import { createSecrets } from '../../src/output/redact.ts'
import { serializers } from '../support/serializers.ts'

const maskOf = (body: Json) =>
  createMask(
    { operation: operationOf('user.kyc'), method: 'POST', path: '/user/kyc', url: '', headers: {}, body },
    createSecrets(),
  )
const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '')
const lines = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    `${prefix}${at}q${(at * 7919 + 7).toString(36).repeat(12)}`.slice(0, 64),
  )

const photo = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * at * 31 + at * 7) % 251)).toString(
  'base64',
)
const inLines = photo.replace(/.{64}/g, '$&\n')
const long: Record<string, string> = {
  'a photo in lines': inLines,
  'a photo in one line': photo,
  'a text of 2500 characters': lines('Lived at ', 40).join(' '),
  'a key of 300 characters': `-----BEGIN PRIVATE KEY-----\r\n${inLines.slice(0, 240)}\r\n-----END PRIVATE KEY-----`,
  'one letter': 'x'.repeat(5000),
}
const repeats: Record<string, (value: string) => string> = {
  'as it is': (value) => value,
  'cut at 255': (value) => value.slice(0, 255),
  'cut at 1000 in JSON': (value) => JSON.stringify(value).slice(0, 1000),
  'without its line breaks': (value) => value.replace(/\s+/g, ''),
  'with other line breaks': (value) => value.replace(/\s+/g, '').replace(/.{76}/g, '$&\r\n'),
  'from its middle': (value) => value.slice(1200, 1300) || value.slice(100, 180),
  'in capitals, in JSON in JSON': (value) => JSON.stringify(JSON.stringify(value.toUpperCase())),
  'in a URL, cut': (value) => encodeURIComponent(value).slice(0, 500),
  'in base64, cut': (value) => Buffer.from(`a${value}`).toString('base64').slice(0, 500),
  'in hex, cut': (value) => Buffer.from(value).toString('hex').slice(0, 500),
}

test.each(
  Object.entries(long).flatMap(([what, value]) =>
    Object.entries(repeats).map(([how, write]) => ({ what, value, how, write })),
  ),
)('$what, repeated $how, is hidden, and the words around it stay', ({ value, write }) => {
  const written = write(value)
  const said = maskOf({ photo: value, note: 'Ada' }).text(`The file begins ${written} and is no JPEG.`)
  expect(said).toMatch(/^The file begins .{0,6}\[redacted\][^]{0,12} and is no JPEG\.$/)
  const shown = bare(said.slice(15, -17)).replaceAll('redacted', '')
  expect(shown.length).toBeLessThan(8)
})

test('of a text only what it shares with a long value is hidden', () => {
  const mask = maskOf({ story: lines('I was there and saw ', 90).join('\n') })
  const said =
    'story: use at most 2000 characters, I was there is no beginning; see id 0123456789abcdef0123456789abcdef'
  expect(mask.text(said)).toBe(said)
  const data = '{"id":"k-1","sum":1500000000000000000,"hash":"0x00000000000000000000aaaaaaaaaaaaaaaaaaaa"}'
  expect(writeJson(mask.data(parseJson(data)))).toBe(data)
})

test(
  'a value of four million characters is found in seconds, and so are thousands of short ones',
  { timeout: 30_000 },
  () => {
    const huge = inLines.repeat(1000)
    const started = performance.now()
    expect(maskOf({ photo: huge }).text(`no: ${huge}!`)).toMatch(/^no: \[redacted\][\s!=]*$/)
    const many = maskOf({ list: Array.from({ length: 20_000 }, (_, at) => `v${at.toString(36)}`) })
    expect(many.text('no vff3 here, vzzzz')).toBe('no [redacted] here, vzzzz')
    expect(performance.now() - started).toBeLessThan(20_000)
  },
)

const escaping = [
  'PHP json_encode',
  'Python json.dumps',
  'System.Text.Json',
  'HTML in decimals',
  'encodeURIComponent',
] as const
test.each(['李明', 'José', '김민준', 'Åse', 'Zoë B', 'Ян'])(
  '%s is found as a word in any escapes and either form of Unicode',
  (name) => {
    const mask = maskOf({ name })
    const written = escaping.map((how) => serializers[how]!(name))
    for (const text of [name, name.normalize('NFD'), name.toUpperCase(), ...written])
      expect({ text, said: mask.text(`"${text}" is wrong`) }).toEqual({ text, said: '"[redacted]" is wrong' })
    expect(mask.text(`a${name}`)).toBe(/^[a-zåя]/i.test(name) ? `a${name}` : 'a[redacted]')
    expect(writeJson(mask.data({ n: name.normalize('NFD') }))).toBe('{"n":"[redacted]"}')
  },
)

test('a Chinese or Korean name is found where nothing is between it and the words beside it', () => {
  expect(maskOf({ name: '李明' }).text('申请人李明无效')).toBe('申请人[redacted]无效')
  expect(maskOf({ name: '김민준' }).text('김민준은 없다')).toBe('[redacted]은 없다')
  expect(maskOf({ sex: '男' }).text('男女')).toBe('男女')
})

test.each([
  ['85000.00', ['85000', '85000.0', '8.5e4', '8.5E+4', '0.85e5', '85000.000', '-85000']],
  ['85000', ['85000.00', '850.00e2']],
  ['2500.50', ['2500.5', '-2500.50']],
  ['1e5', ['100000', '100000.0']],
  ['-12.50', ['-12.5', '-1.25e1']],
  ['"0085000.00"', ['85000', '"85000"']],
  ['"85,000.00"', ['85000']],
  ['7', ['7.0', '7e0']],
  ['1e400', ['1e400', '10e399']],
])('%s is hidden as any numeral of the same worth', (typed, numerals) => {
  const mask = maskOf(parseJson(`{"income":${typed}}`))
  for (const numeral of numerals) {
    expect({ numeral, data: writeJson(mask.data(parseJson(`{"income":${numeral}}`))) }).toEqual({
      numeral,
      data: '{"income":"[redacted]"}',
    })
    const plain = numeral.replaceAll('"', '')
    expect(mask.text(`income ${plain} is too low`)).toBe('income [redacted] is too low')
    expect(mask.text(`{\\"income\\":${plain}}`)).toBe('{\\"income\\":[redacted]}')
  }
})

test.each([
  '85,000',
  '85.000',
  '85 000',
  '85\u202f000',
  "85'000",
  '85,000.00',
  '85.000,00',
  '85000,0',
  '+85000',
])('a sum is found as %s in a sentence', (written) => {
  const mask = maskOf({ income: '85000' })
  expect(mask.text(`You gave ${written}, less than 90,000.`)).toBe('You gave [redacted], less than 90,000.')
})

test('numbers of another worth stay, and nothing takes long', { timeout: 30_000 }, () => {
  const mask = maskOf(parseJson('{"income":85000.00,"level":1,"debt":-3}'))
  const data = '{"a":185000,"b":850000,"c":85000.01,"d":8.5,"e":-1,"f":3,"g":11,"h":"0x85000","i":"185,000"}'
  expect(writeJson(mask.data(parseJson(data)))).toBe(data)
  const started = performance.now()
  for (const text of ['1', '1.', '100,', '100 ', `${'0'.repeat(50)}1`, '1e1'].map((part) =>
    part.repeat(200_000),
  ))
    mask.text(text)
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('names that are hidden stay apart, and every name of the submitted body stays', () => {
  const mask = maskOf({ a: 'passport', b: 'utility_bill', c: ['1971-03-29'], document: { kind: 'document' } })
  const data = `{"passport":"received","utility_bill":"missing","[redacted 2]":1,"1971-03-29":2,"on 1971-03-29":3,
    "on 1971-03-29 ":4,"status":"open","document":{"kind":"x","document":"y"}}`
  expect(mask.data(parseJson(data))).toEqual(
    parseJson(`{"[redacted]":"received","[redacted 3]":"missing","[redacted 2]":1,"[redacted 4]":2,"on [redacted]":3,
      "on [redacted] ":4,"status":"open","document":{"kind":"x","document":"y"}}`),
  )
})

test('a value as the bytes of a buffer is hidden, and other lists of numbers stay', () => {
  const mask = maskOf({ name: 'Johannes Q' })
  const data = { type: 'Buffer', data: [...Buffer.from('Johannes Q')], more: [74, 111, 104] }
  expect(writeJson(mask.data(parseJson(JSON.stringify(data))))).toBe(
    '{"type":"Buffer","data":["[redacted]"],"more":[74,111,104]}',
  )
})

const names: Record<string, string> = {
  Ν: 'Nu',
  ι: 'iota',
  κ: 'kappa',
  ο: 'omicron',
  ς: 'sigmaf',
  σ: 'sigma',
}
const capitals: Record<string, string> = { Ν: 'Nu', Ι: 'Iota', Κ: 'Kappa', Ο: 'Omicron', Σ: 'Sigma' }
const byName = (text: string, table: Record<string, string>) =>
  text.replace(/./g, (letter) => `&${table[letter]!};`)
test.each(['Νικος', 'ΝΙΚΟΣ', 'νικοσ'])('%s is found by the names that HTML has for its letters', (name) => {
  const mask = maskOf({ name, other: 'Ada' })
  for (const written of [byName('Νικος', names), byName('Νικοσ', names), byName('ΝΙΚΟΣ', capitals)])
    expect(mask.text(`<b>${written} &alpha;</b>`)).toBe('<b>[redacted] &alpha;</b>')
})

test.each([
  ['DE89370400440532013000', 'iban DE8937040044053201300 is wrong'],
  ['marg.pemberton@example.co.uk', 'no mail to marg.pemberton@example.co'],
  ['4111-1111-1111-1118', 'card 4111111111111118, 4111 1111 1111 1118'],
  ['123-45-6789', 'number 123456789'],
  ['+49 171 2345678', 'tel:+491712345678'],
  ['AB 12 34 56 C', 'AB123456C is taken'],
  ['Marguerite-Anne Pemberton', 'MARGUERITE ANNE PEMBERTON'],
  ['12 High Street, Flat 3', '12 High Street Flat 3'],
  ['田中 太郎', '田中太郎'],
  ['Çağrı Işıklar', 'ÇAĞRI IŞIKLAR'],
])('of %s nothing is shown that is cut or has other marks: %s', (value, message) => {
  const out = maskOf({ value }).text(message)
  expect(out).toContain('[redacted]')
  const left = out.replaceAll('[redacted]', '').match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = new Set(value.split(/[^\p{L}\p{N}]+/u))
  expect(left.filter((word) => word.length > 3 && letters.has(word))).toEqual([])
})

test('an empty value hides no empty text', () => {
  const mask = maskOf({ first: 'Marguerite', middle: '' })
  expect(mask.data({ note: '', next: 'x' })).toEqual({ note: '', next: 'x' })
})

test.each([
  ['100,000 USD', 'amount 1000000000000000000, block 21000000'],
  ['2026-11-02', 'submitted at 2026-11-23T06:20:33Z'],
  ['United States', 'United Kingdom is not supported'],
  ['Europe/Berln', 'an IANA name such as Europe/London'],
  ['Review Board Ltd', 'pending review'],
])('what has a word or digits in common with %s stays: %s', (value, message) => {
  expect(maskOf({ value }).text(message)).toBe(message)
})

test.each([
  ['Marguerite Pemberton', 'PEMBERTON<<MARGUERITE'],
  ['Marguerite-Anne Pemberton', 'Pemberton, Anne Marguerite'],
  ['1971-03-29', '29.03.1971'],
  ['12 High Street, Flat 30', 'Flat 30, High Street 12'],
  ['123456789', '123-45-6789'],
  ['4111111111111118', '4111 1111 1111 1118'],
])('of %s nothing is shown in another order or with other marks: %s', (value, repeated) => {
  const mask = maskOf({ value })
  expect(mask.text(repeated).replaceAll('[redacted]', '')).toMatch(/^[^\p{L}\p{N}]*$/u)
  expect(mask.data({ n: repeated })).toEqual({ n: mask.text(repeated) })
})

const cut = 'Marguerite-Anne Pembert'
const letters = 'Marguerite'.split('')
const oddForms: Record<string, string> = {
  base64: Buffer.from(cut).toString('base64'),
  hex: Buffer.from(cut).toString('hex'),
  'hex with blanks': Buffer.from(cut).toString('hex').replace(/../g, '$& '),
  'a list of bytes': [...Buffer.from(cut)].join(', '),
  'percent signs': cut.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'entities of HTML': cut.replace(/./g, (letter) => `&#${letter.charCodeAt(0)};`),
  'letter by letter': letters.join(' '),
  'with dots': letters.join('.'),
  'full width': letters.map((l) => String.fromCharCode(l.charCodeAt(0) + 0xfee0)).join(''),
  'with zero-width spaces': letters.join('\u200b'),
  'UTF-16': letters.join('\0'),
  'a digest': createHash('sha256').update(cut).digest('hex'),
}
test.each(Object.entries(oddForms))(
  'of the words of a refusal only words and numbers are shown: %s',
  (_, form) => {
    const said = maskOf({ name: 'Marguerite-Anne Pemberton', other: 'x' }).words(
      `The name (${form}) is wrong.`,
    )
    expect(said).toMatch(/^The name \(?\[redacted\]/)
    expect(said).toMatch(/is wrong\.$/)
    const left = bare(said.replaceAll('[redacted]', '')).replace('thename', '').replace('iswrong', '')
    expect(left.length).toBeLessThan(5)
  },
)

test.each([
  'id_number must have 9 digits, e.g. AB123 or "A-12"; use ISO 3166-1 alpha-2 (GB, not UK).',
  'The photo is larger than 5MB (5242880 bytes): use JPEG/PNG, UTF-8 names.',
  'dateOfBirth: expected YYYY-MM-DD, not a time; submitted at 2026-11-23T06:20:33.222Z (#3, 50% done).',
  'firstName and lastName don’t match; see https://help.example.com/kyc/names?lang=en & the Terms & Conditions.',
  '请在3个工作日内重新提交身份证号码，谢谢。',
  '生年月日が正しくありません（例：YYYY-MM-DD）。パスポートの番号を確認してください。',
  'Дата рождения указана неверно; попробуйте ещё раз через 24 часа.',
  'L’adresse n’est pas vérifiée : « réessayez » dans 2 à 3 jours.',
  'ISO8601 SHA256 v2',
])('what a service says to people stays: %s', (message) => {
  expect(maskOf({ name: 'Marguerite Pemberton', born: '1971-03-29' }).words(message)).toBe(message)
})
