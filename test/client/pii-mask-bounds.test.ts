/** Where what may be of a value ends: how many letters, which numbers, which days, which years, to the last of each. */
import { describe, expect, test } from 'vitest'
import { parseJson, writeJson, type Json } from '../../src/contract/lossless-json.ts'
import { maskOf } from '../support/mask-of.ts'

/** Which of these JSON values are shown in an answer to a body that was sent. */
const shownOf = (body: Json, values: (string | number | bigint)[]) => {
  const mask = maskOf(body)
  return values
    .map(String)
    .filter((value) => writeJson(mask.data(parseJson(`{"x":${value}}`))) === `{"x":${value}}`)
}

describe('a day that was sent', () => {
  const born = Date.parse('1984-03-17')
  const day = 86_400_000
  const ticks = (ms: number, epoch: bigint) => (BigInt(ms) + epoch) * 10_000n
  const [net, windows] = [62_135_596_800_000n, 11_644_473_600_000n]
  /** Forms of the number of an instant. */
  const formsOf = (ms: number) => [
    ms / 1000,
    ms,
    BigInt(ms) * 1000n,
    BigInt(ms) * 1_000_000n,
    ms / day,
    ms / day + 25_569,
    ticks(ms, net),
    ticks(ms, windows),
  ]

  test.each([
    ['its first moment', born],
    ['its last second', born + day - 1000],
    ['the day before, in another zone', born - day],
    ['the day after, in another zone', born + 2 * day - 1000],
  ])('is hidden as a number of seconds, milli-, micro- and nanoseconds, days and ticks: %s', (_, ms) => {
    expect(
      shownOf(
        { born: '1984-03-17' },
        formsOf(ms).filter((form) => typeof form === 'bigint' || Number.isInteger(form)),
      ),
    ).toEqual([])
  })

  test('is not taken for one two days away', () => {
    for (const ms of [born - 2 * day, born + 2 * day]) {
      const forms = formsOf(ms).map(String)
      expect(shownOf({ born: '1984-03-17' }, forms)).toEqual(forms)
    }
  })

  test('is hidden in each usual order of its digits', () => {
    const orders = ['19840317', '17031984', '"03171984"', '840317', '170384', '"031784"']
    expect(shownOf({ born: '1984-03-17' }, orders)).toEqual([])
    expect(shownOf({ born: '17 March 1984' }, orders)).toEqual([])
    expect(shownOf({ born: '17.3.84' }, orders)).toEqual([])
    expect(shownOf({ born: '1984-03-17' }, ['17061984', '840617', '170684'])).toHaveLength(3)
  })

  test.each(
    'January February March April May June July August September October November December'.split(' '),
  )('is known by the name of its month: %s', (month) => {
    const number = new Date(`${month} 17, 1984 UTC`).getUTCMonth()
    const seconds = Date.UTC(1984, number, 17) / 1000
    for (const name of [month, month.slice(0, 3), month.toUpperCase()])
      expect(shownOf({ born: `17 ${name} 1984` }, [seconds])).toEqual([])
  })
})

test('of dates those of a service are shown: from two years ago to fifteen ahead', () => {
  const year = new Date().getUTCFullYear()
  const dates = [-3, -2, 0, 15, 16].flatMap((more) =>
    ['', 'T07:08:09Z', ' 07:08', 'T07:08:09.123456789+02:00'].map((time) => `"${year + more}-05-06${time}"`),
  )
  expect(shownOf({ name: 'Marguerite' }, dates)).toEqual(dates.slice(4, 16))
})

describe('letters and digits in a row', () => {
  test('five of a short value are no coincidence, and four are', () => {
    const document = 'Qz7Kd93mWp'
    const runs = (size: number) =>
      Array.from({ length: document.length - size + 1 }, (_, at) => `"ev-${document.slice(at, at + size)}"`)
    expect(shownOf({ document }, runs(5))).toEqual([])
    // Its last three letters are a word.
    const four = runs(4).slice(0, -1)
    expect(shownOf({ document }, four)).toEqual(four)
    expect(shownOf({ document }, ['"z7-Kd-9"', '"Z7KD9"', '"ev_z7k.d9"'])).toEqual([])
  })

  test('twelve of a long one are, wherever they stand in it', () => {
    const story = Array.from({ length: 60 }, (_, nth) => `w${(nth * 7919) % 997}x`).join(' ')
    const letters = story.replaceAll(' ', '')
    expect(story.length).toBeGreaterThan(200)
    const runs = Array.from({ length: letters.length - 12 }, (_, at) => `"ev-${letters.slice(at, at + 12)}"`)
    expect(shownOf({ story }, runs)).toEqual([])
    const few = Array.from({ length: 60 }, (_, at) => `"ev-${letters.slice(at, at + 5)}"`)
    expect(shownOf({ story }, few).length).toBeGreaterThan(30)
  })

  test('the same sign over and over is none', () => {
    expect(shownOf({ phone: '0000000000' }, ['"ev-00000"', 1000000])).toEqual(['"ev-00000"', '1000000'])
  })
})

test.each<[Json, (string | number)[], (string | number)[]]>([
  [
    { limit: 84_250 },
    [84_250, '84250.00', 84.25, 8425, 842.5, -84_250, '8.425e4', 84, 85, 0.8],
    [84, 85, 0.8],
  ],
  [{ limit: '84.250,50' }, ['84250.50', '84250.5', 84_250, 84], [84_250, 84]],
  [{ limit: "84'250.5" }, ['84250.5'], []],
  [{ limit: 37 }, [37, '37.0', 3.7, 0.37, 36, 370], [0.37, 36]],
  [{ floor: '1984/7' }, [1984, 99, 7], [99, 7]],
  [{ floor: '99' }, [99, 98], [98]],
  [{ floor: 'Flat 100' }, [100, 101], [101]],
  [{ floor: 'Flat 99' }, [99, 98], [99, 98]],
  [{ floor: 0 }, [0, 1], [0, 1]],
])('of %j these numbers are of the value: %j but not %j', (body, numbers, shown) => {
  expect(shownOf(body, numbers)).toEqual(shown.map(String))
})

test.each([
  ['a name of six words', 'An Bo Cy Do Ed Flo', 'The name Do is wrong', 'The name [redacted] is wrong'],
  ['a sentence', 'An Bo Cy Do Ed Flo Gus', 'The name Do is wrong', 'The name Do is wrong'],
])('the words of two letters of %s', (_, full_name, said, shown) => {
  expect(maskOf({ full_name }).words(said)).toBe(shown)
})

const own = maskOf({ name: 'Marguerite', code: 'ZK' })

test('an id of any form stays in a field that is called one, and in no other', () => {
  const stays = (name: string) => writeJson(own.data({ [name]: 'a1b2c3d4e5' })) === `{"${name}":"a1b2c3d4e5"}`
  const names = ['id', 'user_id', 'user-id', 'userId', 'uuid', 'ref', 'reference', 'kycReference']
  expect(names.filter((name) => !stays(name))).toEqual([])
  expect(['side', 'valid', 'paid', 'note', 'idle'].filter(stays)).toEqual([])
  expect(own.data({ id: 'Marguerite12' })).toEqual({ id: '[redacted]' })
})

test.each([
  ['server', 'nginx', 'nginx'],
  ['server', 'marguerite', '[redacted]'],
  ['content-type', 'application/json; of=Marguerite', '[redacted]'],
  ['cache-control', 'no-store', 'no-store'],
  ['date', 'Wed, 04 Mar 2026 12:00:00 GMT', 'Wed, 04 Mar 2026 12:00:00 GMT'],
  ['age', '1234', '1234'],
  ['retry-after', '30', '30'],
  ['retry-after', 'Marguerite', '[redacted]'],
  ['x-ratelimit-limit', '1000', '1000'],
  ['ratelimit-reset', '60', '60'],
  ['x-request-id', 'r-1', 'r-1'],
  ['request-id', 'KYC_001', 'KYC_001'],
  ['x-correlation-id', 'Marguerite', '[redacted]'],
  ['x-amzn-requestid', 'marguerite-1', '[redacted]'],
  ['etag', 'abc', '[redacted]'],
  ['location', '/marguerite', '[redacted]'],
  ['set-cookie', 'a=b', '[redacted]'],
])('of the header %s: %s', (name, value, shown) => {
  const came = new Map([[name, value]])
  expect([...own.maskHeaders(came)]).toEqual([[name, shown]])
  expect(own.headers(came)).toEqual(own.maskHeaders(came))
  expect(maskOf({ name: 'Marguerite' }, 'user.settings').headers(came)).toEqual(came)
})

test('a header that is called as a value is shows neither', () => {
  for (const name of ['marguerite', 'x-zk'])
    expect([...own.maskHeaders(new Map([[name, 'x']]))]).toEqual([['[redacted]', '[redacted]']])
})

test.each([
  ['KYC_001', 'KYC_001'],
  ['kyc.expired', 'kyc.expired'],
  ['kyc:expired', 'kyc:expired'],
  ['A'.repeat(64), 'A'.repeat(64)],
  [`${'ABC_'.repeat(16)}1`, '[redacted]'],
  ['1A', '[redacted]'],
  ['KYC_ZK', '[redacted]'],
  ['marguerite', '[redacted]'],
])('the code %s', (code, shown) => expect(own.text(code)).toBe(shown))

test('names of fields are shown that may be the own of a service', () => {
  const shown = (name: string) => Object.keys(own.data({ [name]: true }) as object)[0]
  const stay = ['a'.repeat(80), 'field_12', 'field.name', 'status_code', 'Zk', 'zk', '7']
  expect(stay.map(shown)).toEqual(stay)
  const go = ['a'.repeat(81), 'field_123', 'ZK', 'q w', 'Marguerite', 'of_marguerite']
  expect(go.map(shown)).toEqual(go.map(() => '[redacted]'))
})

test.each([
  ['[1,2]', '[1,2]'],
  ['[1,2,3]', '["[redacted]"]'],
  ['["1234","1","2"]', '["[redacted]"]'],
  ['["12345",1,2]', '["12345",1,2]'],
  ['[[1,2],[3,4],[5]]', '["[redacted]"]'],
  ['[null,1,2]', '["[redacted]"]'],
  ['{"0":1,"1":2}', '{"0":1,"1":2}'],
  ['{"0":1,"1":2,"2":3}', '"[redacted]"'],
  ['{"day":1,"month":2}', '{"day":1,"month":2}'],
  ['{"birthDay":1,"monthOfBirth":3,"bYear":5}', '"[redacted]"'],
])('what may be bytes or the parts of a date is hidden: %s', (json, shown) => {
  expect(writeJson(own.data(parseJson(`{"x":${json}}`)))).toBe(`{"x":${shown}}`)
})

test.each([
  ['Take 12 of them', 'Take 12 of them'],
  ['Take 123 of them', 'Take [redacted] of them'],
  ['5 may be', '[redacted] may be'],
  ['may 5 come', 'may [redacted] come'],
  ['1 2 3', '[redacted]'],
  ['The ID is OK', 'The ID is OK'],
  ['The US is here', 'The [redacted] is here'],
  ['MAY it be', '[redacted] it be'],
  ['May it be', '[redacted] it be'],
  ['Mar is here', '[redacted] is here'],
  ['DEC is here', '[redacted] is here'],
  ['SEP is here', '[redacted] is here'],
  ["You can't", "You can't"],
  ['', ''],
])('of the sentence "%s"', (said, shown) => expect(own.words(said)).toBe(shown))
