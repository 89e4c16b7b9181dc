/** Which links are shown whole after personal data were sent: people go on by them. Of any other the host alone. */
import { expect, test } from 'vitest'
import { maskOf } from '../support/mask-of.ts'

const own = maskOf({ name: 'Marguerite', born: '1984-03-17', code: 'Li', digit: 7 })
const see = (link: string) => own.words(`see ${link}`).replace(/^see /, '')

test.each([
  'http://a.example',
  'https://a.example:8443/x',
  'https://a.b.c.d.example/',
  'https://a.example/1',
  'https://a.example/12345',
  'https://a.example/123456/654321',
  'https://a.example/word-of-it_2',
  `https://a.example/${'w'.repeat(64)}`,
  'https://a.example/x?session=2f9c1b0e77&step=selfie',
  'https://a.example/x?redirect=https%253A%252F%252Fdocs.service.net%252Fkyc',
  'https://a.example/x?lang=en',
  'https://a.example/x?language=en',
  'https://a.example/x?locale=de-DE',
  'https://a.example/x?hl=en',
  ...['type', 'service', 'env', 'flow', 'mode', 'theme', 'source', 'utm_term', 'x-id', 'X-Of-It'].map(
    (name) => `https://a.example/?${name}=zorro`,
  ),
])('%s is shown whole', (link) => expect(see(link)).toBe(link))

test.each([
  'https://a.example/7',
  'https://a.example/1/2',
  'https://a.example/x?a=12&b=34',
  'https://a.example/Li',
  'https://a.example/li',
  'https://a.example/LI',
  'https://a.example/?lang=li',
  'https://a.example/x?lang=eng',
  'https://a.example/x?lang=EN',
  'https://a.example/x?other=en',
  'https://a.example/?name=zorro',
  'https://a.example/?mytype=zorro',
  'https://a.example/%E0%A4%A',
  'https://a.example/%2525252541',
  'https://a.example/%4d%61rguerite',
  `https://a.example/x?session=${'a1'.repeat(301)}`,
  `https://a.example/${'w'.repeat(65)}`,
  'https://a.example/é',
  'https://a.example/1984',
  'https://a.example/x?day=448329600',
  `https://a.example/x?s=${Buffer.from('Marguerite').toString('hex')}`,
  `https://a.example/x?s=${Buffer.from('Somebody else').toString('base64url')}`,
])('of %s the host alone', (link) => {
  const [, host = '', first = ''] = /^(https?:\/\/[^/?#]+)(.)/.exec(link) ?? []
  expect(see(link)).toBe(`${host}${first}[redacted]`)
})

test.each([
  'https://li.example/x',
  'https://marguerite.example',
  'https://xn--a.example/x',
  'https://x-1984.example/',
])('of %s nothing but that it is a link', (link) => expect(see(link)).toBe('https://[redacted]'))

test.each([
  ['(https://a.example/x).', '(https://a.example/x).'],
  ['https://a.example/x, then', 'https://a.example/x, then'],
  ['<https://a.example/x>', '<https://a.example/x>'],
  ['https://a.example/x https://a.example/7', 'https://a.example/x https://a.example/[redacted]'],
])('what ends a sentence is no part of a link: %s', (said, shown) => expect(see(said)).toBe(shown))
