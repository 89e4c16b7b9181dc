/** Of what a service says after personal data were sent to it only that is shown that cannot be theirs. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseJson, writeJson, type Json } from '../../src/contract/lossless-json.ts'
import { maskOf } from '../support/mask-of.ts'
import { serializers } from '../support/serializers.ts'

const person = {
  name: 'Marguerite-Anne Großmann',
  born: '1984-03-17',
  phone: '+447911123456',
  document: 'P48291736',
  address: '12 High Street, Flat 3, Leeds',
  email: 'marg.grossmann@example.co.uk',
  income: '85,000.00',
  dependants: 0,
}
const mask = maskOf(person)
/** Letters and digits that are shown. */
const left = (text: string) => text.replaceAll('[redacted]', '').match(/[\p{L}\p{N}]+/gu) ?? []

const forms: Record<string, string[]> = {
  name: [
    'MARGUERITE-ANNE GROSSMANN',
    'Grossmann, Marguerite Anne',
    'P<GBRGROSSMANN<<MARGUERITE<ANNE<<<<',
    'Marguerite-Anne Gro?mann',
    'Gro\ufffdmann',
    'Marguerite',
    'M a r g u e r i t e',
    'M.A.Grossmann',
    '\uff2d\uff41\uff52\uff47\uff55\uff45\uff52\uff49\uff54\uff45',
    'Mar\u200bguerite',
    'Margu\\u0065rite',
    'Margu&eacute;rite',
  ],
  born: [
    'datetime.date(1984, 3, 17)',
    '[1984,3,17]',
    '3/17/1984 12:00:00 AM',
    'Sat Mar 17 00:00:00 UTC 1984',
    '17-MAR-84',
    'March 17, 1984',
    '19840317',
    '/Date(448329600000)/',
    '1984\u5e743\u670817\u65e5',
    '1984-03-17T00:00:00Z',
  ],
  phone: [
    '+44 7911 123456',
    'tel:+44-7911-123456',
    '07911123456',
    '(07911) 12 34 56',
    '...447911123456',
    '٤٤٧٩١١١٢٣٤٥٦',
    '४४७९१११२३४५६',
    '+4479**123456',
    '44 79 11 12 34 56',
  ],
  document: ['48291736', 'P48**1736', 'P-482-917-36'],
  address: ['HIGH STREET 12, LEEDS', 'Leeds, Flat 3'],
  income: ['85000', '85000.0', '8.5e4', '85 000'],
}
const shownOf: Record<string, RegExp> = {
  address: /^(?:street|high)$/i,
  name: /^[aegst]$/i,
  born: /^(?:date|am|utc)$/i,
}
test.each(Object.entries(forms).flatMap(([field, texts]) => texts.map((text) => ({ field, text }))))(
  'of a refusal nothing is shown of $field as $text',
  ({ field, text }) => {
    const said = mask.words(`The value (${text}) is wrong.`)
    expect(said).toMatch(/^The value \(?[^]*\[redacted\][^]* is wrong\.$/)
    const extra = left(said).filter((word) => !['The', 'value', 'is', 'wrong'].includes(word))
    expect(extra.filter((word) => !shownOf[field]?.test(word))).toEqual([])
    expect(left(JSON.stringify(mask.data(text))).filter((word) => !shownOf[field]?.test(word))).toEqual([])
  },
)

const cut = 'Marguerite-Anne Gross'
const encoded: Record<string, string> = {
  base64: Buffer.from(cut).toString('base64'),
  hex: Buffer.from(cut).toString('hex'),
  'hex in groups': Buffer.from(cut).toString('hex').replace(/..../g, '$& '),
  'bytes of Go': `[]byte{${[...Buffer.from(cut)].map((byte) => `0x${byte.toString(16)}`).join(', ')}, ...}`,
  'bytes in lines': [...Buffer.from(cut)].join(',\n  '),
  'percent signs': cut.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'entities of HTML': cut.replace(/./g, (letter) => `&#${letter.charCodeAt(0)};`),
  'UTF-16': cut.split('').join('\0'),
  octal: cut.replace(/./g, (letter) => `\\${letter.charCodeAt(0).toString(8)}`),
  'a digest': createHash('sha256').update(cut).digest('hex'),
}
test.each([
  ...Object.entries(encoded),
  ...Object.entries(serializers).map(([how, write]) => [how, write(person.name)] as const),
])('nor as %s', (_, written) => {
  const said = mask.words(`The name ${written} is wrong.`)
  expect(said).toMatch(/^The name [^]*\[redacted\][^]* is wrong\.$/)
  expect(
    left(said)
      .filter(
        (word) => !['The', 'name', 'is', 'wrong', 'type', 'data', 'byte', 'https', 'utf'].includes(word),
      )
      .join('').length,
  ).toBeLessThan(4)
})

test.each([
  'Document_number must have 9 digits; use ISO alpha-2 (not the name of the country).',
  'The photo is larger than 5 MB: use JPEG/PNG, UTF-8 names.',
  'date_of_birth: expected YYYY-MM-DD, not a time.',
  "firstName and lastName don't match. Please check your documents and try again in 24 hours.",
  'Validation failed: phone is not a valid number, email has already been verified.',
  'Your documents were received and will be reviewed within 3 working days.',
  'Setting units must be one of metric, imperial; see the documentation.',
  'Reference: KYC-2026-004417. Distance is in kilometers or miles.',
  'Continue at https://verify.sumsub.com/ or http://docs.service.net:8080.',
  'Go on at https://in.sumsub.com/websdk/p/sbx_uKpQ2zM1x9?step=selfie&session=2f9c1b0e77: complete it within 24 hours.',
  'Open https://magic.veriff.me/v/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzZXNzaW9uX2lkIjoiNWY0ZGNjM2ItNWFhNy00ZDhlLTljNTUtMWYyZTNkNGM1YjZhIiwiaWF0IjoxNzk1NDQyNDAwfQ.7hX2f-_Qa9Zk3 (24 hours).',
  'Upload it: https://kyc-media.s3.eu-central-1.amazonaws.com/u/7f3a9c2e?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=900&X-Amz-Signature=9b2f3c5e7a414d8e9c551f2e3d4c5b6a',
  'Upload it to https://s3.eu-central-1.amazonaws.com/kyc-up/7f3a9c2e?X-Amz-SignedHeaders=host&x-id=PutObject&X-Amz-Signature=9b2f3c5e7a414d8e9c55 within 24 hours.',
  'Go back by https://in.sumsub.com/idensic/l?lang=en&redirect=https%3A%2F%2Fdocs.service.net%2Fkyc.',
  'See https://inquiry.withpersona.com/verify?inquiry-id=inq_4Xz9bQ and http://docs.service.net/v1/kyc#why.',
])('what a service says to people stays: %s', (message) => {
  expect(mask.words(message)).toBe(message)
})

test.each([
  'see https://olga-petrova.example.com/',
  'see https://grossmann.com',
  'see https://leeds.kyc.example',
  'see https://marg:secret@sumsub.com',
  'see https://xn--groman-bta.com',
  'see https://kyc-48291736.com',
  'see https://com.com/marguerite',
  'see https://com.com/u/48291736?see=MargueriteAnne',
  'see https://com.com/?see=1984&com=Leeds',
  'see https://com.com/TWFyZ3Vlcml0ZQ',
  'see https://com.com/u-4d6172677565726974652041',
  'see https://com.com/see.eyJuYW1lIjoiTWFyZ3Vlcml0ZSJ9.see',
  'see https://com.com/marg/ueri/te',
  'see https://com.com/19/84/03/17',
  'see https://com.com/?see=unheard',
  'see https://com.com/see/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiAiMSIsICJuYW1lIjogIkpvc1x1MDBlOSBEXHUwMGVkYXoifQ.7hX2f-_Qa9Zk3',
  'see https://com.com/see/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiAiMSIsICJuYW1lIjogIkxpIE5hIn0.7hX2f-_Qa9Zk3',
  'see https://com.com/?see=eyJhbGciOiJIUzI1NiJ9.eyJkb2MiOiAiQUIxMiJ9.7hX2f-_Qa9Zk3',
  'see https://com.com/see.eyJuYW1lIjogIk1hcmd1ZXJpdGUiLCAibm90ZSI6ICJ4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4In0',
  'see https://com.com/eyJhbGciOiJIUzI1NiJ9.eyJkb2IiOiAiMTk4NC0wMy0xNyIsICJub3RlIjogInh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHgifQ.7hX2f-_Qa9Zk3',
  'see https://com.com/.eJyrVspLzE1VslJQ8k0sSi9NLcosSVVwzMtLVdJRUErJTwLJGFpamOgaGOsamivVAgBriw2R',
  'see https://com.com/u/Gro%C3%9Fmann',
  'see https://com.com/u/Großmann/com',
  'see https://com.com/?see=eyJuYW1lIjogIuWPsui9qSIsICJkb2IiOiAiMTk5MS0wNS0yNyJ9',
  'see https://com.com/?see=H4sIAAAAAAACA6tWykvMTVWyUlDyTSxKL00tyixJVXDMy0tV0lFQSslPAskYWlqY6BoY6xqagwRzEzNzQKK5QPUOxampesn5uUq1AG11VYVIAAAA',
  'see https://com.com/?see=eJyrVspLzE1VslJQ8k0sSi9NLcosSVVwzMtLVdJRUErJTwLJGFpamOgaGOsamoMEcxMzc0CiuUD1DsWpqXrJ%2BblKtQADEhTz',
  'see https://com.com/see/H4sIAAAAAAACA6tWykvMTVWyUlDyTSxKL00tyixJVXDMy0tV0lFQSslPAskYWlqY6BoY6xqagwRzEzNzQKK5QPUOxampesn5uUq1AG11VYVIAAAA',
  'see https://com.com/?see=Zc1BCsIwEEDRq0gPkBaXQwwtuBFsF3qCIQxVzMykmQR6fEXcuX4fvjfklGFq9SE32hpZPeycxOALp64VAUV7GggyGdQI92m%2BwtENkItWjZq64JcPXs6BsaxuLWrGKDLSjpwTuaiuvXz%2Fi3z%2FPw1v',
  'see https://com.com/?see=eyJfcmFpbHMiOiB7Im1lc3NhZ2UiOiAiZXlKdVlXMWxJam9nSWsxaGNtZDFaWEpwZEdVZ1FXNXVaU0lzSUNKa2IySWlPaUFpTVRrNE5DMHdNeTB4TnlJc0lDSnRZV2xzSWpvZ0ltMWhjbWRBYzJWbExtTnZiU0o5IiwgImV4cCI6IG51bGx9fQ%3D%3D--9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
  'see https://com.com/see/eyJfcmFpbHMiOiB7Im1lc3NhZ2UiOiAiZXlKdVlXMWxJam9nSWsxaGNtZDFaWEpwZEdVZ1FXNXVaU0lzSUNKa2IySWlPaUFpTVRrNE5DMHdNeTB4TnlJc0lDSnRZV2xzSWpvZ0ltMWhjbWRBYzJWbExtTnZiU0o5IiwgImV4cCI6IG51bGx9fQ==--9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
  'see https://com.com/?see=789cab56ca4bcc4d55b25250f24d2c4a2f4d2dca2c495570cccb4b55d251504ac94f02c9185a5a98e81a18eb1a9a83047313337340a2b940f50ec5a9a97ac9f9b94ab500031214f3',
  'see https://com.com/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzZXNzaW9uX2lkIjoiNWY0ZGNjM2ItNWFhNy00ZDhlLTljNTUtMWYyZTNkNGM1YjZhIiwiaWF0IjoxNzk1NDQyNDAwfQ.Q2hsb8OpIETDrWF6LCBHaWrDs24',
  'see https://com.com/u/marg42',
  'see https://com.com/?redirect=https%3A%2F%2Fcom.com%2Fmarguerite',
  'Reference: KYC-48291736',
  'Reference: KYC-17-03-1984',
  'Reference: KYC-170384-0000',
  'Reference: PETROVA-004417',
  'Reference: MAR-004417',
])('a host or a reference may be of a value: %s', (said) => {
  const shown = left(mask.words(said)).filter((part) => !/^(?:see|u|https?|Reference|com)$/.test(part))
  expect(shown).toEqual([])
})

test.each(['@gmail.com', '@web.de', '@proton.me'])('a link is not hidden for the end of %s', (end) => {
  const said = 'Continue at https://in.sumsub.com/websdk/p/sbx_uKpQ2zM1x9 or https://go.idnow.de/7f3a9c2e'
  expect(maskOf({ email: `ada.novak${end}` }).words(said)).toBe(said)
})

test('of a good answer states, times, ids and amounts stay that have nothing of a value', () => {
  const data = {
    id: '0b9f3c5e-7a41-4d8e-9c55-1f2e3d4c5b6a',
    reference: 'KYC-2026-004417',
    event: 'evt_7f3a9c',
    hash: `0x${'ab12'.repeat(16)}`,
    kyc_status: 'pending_review',
    submitted_at: '2026-11-23T06:20:33.222Z',
    expires_on: '2027-01-01',
    verified: false,
    fee: '0.500000000000000000',
    limit: '25000.987654321098765432',
    attempts_left: '3',
    next: ['upload_selfie', 'proof_of_residence'],
    note: 'Your documents were received and will be reviewed within 3 working days.',
    checks: { passport: 'required', driving_license: null },
  }
  expect(mask.data(data)).toEqual(data)
  const numbers = '{"block":21000000,"left":3,"sum":1500000000000000000,"half":0.50}'
  expect(writeJson(mask.data(parseJson(numbers)))).toBe(numbers)
})

test('and what is a value is hidden, in whatever it stands', () => {
  const answer = {
    ...person,
    full: 'Marguerite Anne',
    parts: ['Marguerite-Anne', 'Grossmann'],
    ref: 'KYC-48291736',
    uuid: '00000000-0000-0000-0000-007911123456',
    birth: { year: '1984', at: '1984-03-17T00:00:00Z' },
    P48291736: 'received',
    'on 1984-03-17': 'x',
    bytes: [77, 97, 114, 103],
    url: 'https://kyc.example.com/marguerite?x=1',
  }
  const shown = JSON.stringify(mask.data(parseJson(JSON.stringify(answer))))
  expect(shown).not.toMatch(/margu|gro(?:ss|ß)|1984|7911|4829|leeds|85,?000|\b77\b/i)
  expect(shown).toContain('"[redacted]":"received"')
})

test('names that are hidden stay apart, and every name of the submitted body stays', () => {
  const own = maskOf({ a: 'passport', b: 'utility_bill', c: ['1971-03-29'], document: { kind: 'document' } })
  const data = `{"passport":"received","utility_bill":"missing","[redacted 2]":1,"1971-03-29":"queued",
    "status":"open","document":{"kind":"x","document":"y"}}`
  const shown = own.data(parseJson(data)) as Record<string, Json>
  expect(Object.keys(shown)).toHaveLength(6)
  expect(JSON.stringify(shown)).not.toMatch(/passport|utility_bill|1971/)
  expect(shown['status']).toBe('open')
  expect(Object.keys(shown['document'] as object)).toEqual(['kind', 'document'])
})

test.each([
  ['85000.00', ['85000', '85000.0', '8.5e4', '8.5E+4', '0.85e5', '-85000']],
  ['2500.50', ['2500.5', '-2500.50']],
  ['1e5', ['100000', '100000.0']],
  ['"85,000.00"', ['85000']],
  ['37', ['37', '37.0']],
])('%s is hidden as any numeral of the same worth', (typed, numerals) => {
  const own = maskOf(parseJson(`{"income":${typed}}`))
  for (const numeral of numerals)
    expect({ numeral, data: writeJson(own.data(parseJson(`{"x":${numeral}}`))) }).toEqual({
      numeral,
      data: '{"x":"[redacted]"}',
    })
})

test('one digit or letter is hidden in the field of its name alone', () => {
  const own = maskOf({ level: 3, sex: 'F' })
  expect(own.data(parseJson('{"level":3,"left":3,"sex":"F","grade":"F"}'))).toEqual(
    parseJson('{"level":"[redacted]","left":3,"sex":"[redacted]","grade":"[redacted]"}'),
  )
})

test("codes are the service's own, unless they have something of a value", () => {
  expect(mask.text('KYC_001')).toBe('KYC_001')
  expect(mask.text('DOCUMENT_EXPIRED')).toBe('DOCUMENT_EXPIRED')
  expect(mask.text('KYC_P48291736')).toBe('[redacted]')
  expect(mask.text('MARGUERITE_UNKNOWN')).toBe('[redacted]')
})

test('settings come back as they are, and of a refusal only words are shown', () => {
  const own = maskOf({ nick: 'Marguerite' }, 'user.settings')
  expect(own.data({ nick: 'Marguerite' })).toEqual({ nick: 'Marguerite' })
  expect(own.words('nick Marguerite is taken')).toBe('nick [redacted] is taken')
})

test('a photo, a long text and answers of four million characters take seconds', { timeout: 60_000 }, () => {
  const photo = Buffer.from(
    Array.from({ length: 3_000_000 }, (_, at) => (at * at * 31 + at * 7) % 251),
  ).toString('base64')
  const story = 'I was there and saw what happened in the street. '.repeat(50)
  const started = performance.now()
  const own = maskOf({ photo, story })
  expect(own.words(`no: ${photo}!`)).toBe('no: [redacted]!')
  expect(own.words(`The file ${photo.slice(5000, 5300)} is wrong`)).toBe('The file [redacted] is wrong')
  expect(own.data({ id: photo.slice(100, 160) })).toEqual({ id: '[redacted]' })
  const rows = Array.from({ length: 20_000 }, (_, at) => ({
    id: `row-${10 + (at % 90)}`,
    status: 'pending',
    at: '2026-11-23T06:20:33Z',
  }))
  expect(maskOf(person).data(rows)).toEqual(rows)
  for (const text of ['1', '1 ', 'a ', 'aB', '_', '%', '(', '\u674e'].map((part) => part.repeat(1_000_000)))
    mask.words(text)
  expect(performance.now() - started).toBeLessThan(40_000)
})

test.each([
  448329600000,
  448329600,
  5189,
  30758,
  7200000,
  8500000,
  '1984-03-16T23:00:00.000Z',
  '1970-01-01',
  'GB',
  'IN',
  'Gil-dong',
  'olga-petrova',
  'passport_olga_petrova',
  '0x313938342d30332d3137',
  '17-MAR-84',
  '17 May 84',
  'May',
])('%s is no fact of a service', (told) => {
  const own = maskOf({ ...person, amount: 'USD 72,000', paid: '85k' })
  const shown = JSON.stringify(own.data(parseJson(JSON.stringify({ x: told }))))
  expect(shown).toMatch(/\[redacted\]/)
  expect(left(shown).filter((word) => word.length > 1 && word !== 'may')).toEqual([])
})

test.each([
  ['17/03/1984', ['19840317', '17031984', '840317', '170384', '448329600000000000']],
  ['March 17, 1984', ['19840317', '448329600']],
  ['1960-02-29', ['-310521600000', '-310521600', '19600229', '290260']],
])('a day typed as %s is found in digits', (born, numerals) => {
  const own = maskOf({ born })
  for (const numeral of numerals)
    expect(own.data(parseJson(`{"text":"${numeral}","number":${numeral}}`))).toEqual({
      text: '[redacted]',
      number: '[redacted]',
    })
  expect(own.data({ other: '20261123' })).toEqual({ other: '20261123' })
})

test('a date in parts, bytes with their places and whatever came in a field of the body are hidden', () => {
  const answer = {
    dob: { day: 17, month: 3, year: 1984 },
    bytes: { 0: 77, 1: 97, 2: 114 },
    digits: ['77', '97', '114'],
    born: 'pending',
    document: ['received'],
    deep: { income: 'review' },
  }
  expect(mask.data(parseJson(JSON.stringify(answer)))).toEqual({
    dob: '[redacted]',
    bytes: '[redacted]',
    digits: ['[redacted]'],
    born: '[redacted]',
    document: '[redacted]',
    deep: { income: '[redacted]' },
  })
})

test('states, ids and names of fields of services stay beside values with words in common', () => {
  const own = maskOf({ address: '5 Station Road', occupation: 'Document reviewer', issued: '2026-10-02' })
  const answer = {
    application_id: '65c1f0a2b3d4e5f60718293a',
    verification_status: 'in_review',
    submitted_at: '2026-11-23T06:20:33Z',
    result: 'approved',
    residential_address_verification_status_10: 'ok',
  }
  expect(own.data(answer)).toEqual(answer)
})

test('no name of a field takes long', { timeout: 10_000 }, () => {
  const started = performance.now()
  for (const name of [
    'personalIdentificationNumber (last 4)',
    'a'.repeat(70) + '12',
    '_a'.repeat(39),
    `${'aB'.repeat(30)}@`,
  ])
    mask.data({ [name]: 'x' })
  expect(performance.now() - started).toBeLessThan(2000)
})

test.each([':', '-', '.', '_'])(
  'an id whose bytes in hex are set apart by %s is no value in other signs',
  (mark) => {
    const apart = (text: string) => Buffer.from(text).toString('hex').match(/../g)!.join(mark)
    const id = (text: string) => mask.headers(new Map([['x-request-id', text]])).get('x-request-id')
    for (const value of [person.born, person.document, 'Marguerite'])
      for (const before of ['req', 'kyc', 'R'])
        for (const between of [':', '-', mark])
          expect(id(`${before}${between}${apart(value)}`)).toBe('[redacted]')
    expect(id(`req${mark}0a${mark}f1${mark}9c${mark}33`)).toBe(`req${mark}0a${mark}f1${mark}9c${mark}33`)
  },
)

test(
  'an answer of ten thousand records with ids of their own takes a second or two',
  { timeout: 30_000 },
  () => {
    const hex = (at: number, size: number) =>
      createHash('sha256').update(`${size} ${at}`).digest('hex').slice(0, size)
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      application_id: hex(at, 24),
      tx_hash: `0x${hex(at, 64)}`,
      reference: `KYC-2026-${100_000 + at}`,
      created_at: '2026-11-23T06:20:33Z',
      amount: `${at}.25`,
      status: 'pending',
    }))
    const own = maskOf({
      ...person,
      given: '王小明',
      about: 'She was there and saw what happened. '.repeat(4),
    })
    const started = performance.now()
    const shown = own.data(rows) as Json[]
    expect(performance.now() - started).toBeLessThan(10_000)
    const isSame = (row: Json, at: number) => JSON.stringify(row) === JSON.stringify(rows[at])
    expect(shown.filter(isSame).length).toBeGreaterThan(9000)
  },
)
