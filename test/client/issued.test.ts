/** What the answer to a login hands out is a secret from then on; what only stands beside it is not. */
import { expect, test } from 'vitest'
import { issuedIn } from '../../src/client/issued.ts'

const token = 'eyJhbGciOiJub25lIn0.e30.c2lnbmF0dXJl'

type Row = [what: string, headers: Record<string, string>, data: object, secrets: string[]]
test.each<Row>([
  ['a token', {}, { token }, [token]],
  [
    'tokens of other names',
    {},
    { refresh_token: token, sessionId: 'a1b2c3d4-e5f6' },
    [token, 'a1b2c3d4-e5f6'],
  ],
  ['a token below such a name', {}, { session: { id: token, ttl: 3600 } }, [token]],
  ['a bearer', { authorization: `Bearer ${token}` }, {}, [token]],
  ['cookies', { 'set-cookie': `sid=${token}; Domain=.service.example; Path=/long/path/x` }, {}, [token]],
  [
    'two in one',
    { 'set-cookie': `a="${token}"; Expires=Wed, 01 Jan 2031 00:00:00 GMT, b=${token}=` },
    {},
    [token, token],
  ],
  [
    'cookies of other forms',
    { 'set-cookie': `1234567890123456; sid=user=${token}; b=part ${token}` },
    {},
    ['1234567890123456', token, token],
  ],
  [
    'tokens that look like something else',
    {},
    {
      refresh_token: '847362847362847362',
      session: { id: '1234567890123456' },
      access_token: '2026-11-23Tsecret',
      sessionToken: 'https://service.example/?t=1',
      auth_link: 'https://service.example/in?t=1',
    },
    [
      '847362847362847362',
      '1234567890123456',
      '2026-11-23Tsecret',
      'https://service.example/?t=1',
      'https://service.example/in?t=1',
    ],
  ],
  ['those in lists', {}, { tokens: [[token], { value: 'of-the-session-1' }] }, [token, 'of-the-session-1']],
  ...['secret', 'authCode', 'bearer', 'cookie', 'credential', 'apiKey', 'password', 'JWT', 'session'].map(
    (name): Row => [`what is called ${name}`, {}, { [name]: 'twelve-signs' }, ['twelve-signs']],
  ),
  ['a word of eleven signs', { 'x-session': 'eleven-sign' }, { token: 'eleven-sign' }, []],
  [
    'what is called otherwise',
    { 'x-name': 'twelve-signs' },
    { name: 'twelve-signs', number: 123456789012 },
    [],
  ],
  ['numbers, and what is neither', {}, { token: 123456789012, session: null, keys: [true, {}] }, []],
  ['an amount', {}, { token_balance: '1500000000000000000', token_price: '0.000000001234' }, []],
  ['a time', {}, { session: { expires_at: '2026-02-03T04:05:06Z', started: '2026-02-03 04:05:06' } }, []],
  [
    'an address',
    { 'x-authenticated-user': `0x${'aB'.repeat(20)}` },
    { auth: { address: `0x${'aB'.repeat(20)}` } },
    [],
  ],
  [
    'a page',
    { 'x-auth-docs': 'https://docs.service.example/auth' },
    { key_url: 'https://service.example' },
    [],
  ],
])('%s', (_, headers, data, secrets) => {
  const body = JSON.parse(JSON.stringify({ success: true, data })) as Parameters<typeof issuedIn>[1]
  expect(issuedIn({ headers: new Map(Object.entries(headers)) }, body)).toEqual(secrets)
})
