import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson, writeJson } from '../../src/contract/lossless-json.ts'
import { mapTexts } from '../../src/contract/texts.ts'
import { createSecrets } from '../../src/output/redact.ts'
import { serializers } from '../support/serializers.ts'
import {
  cellCsv,
  cellTsv,
  escapeJson,
  sanitizeText,
  oneLine,
  escapeWorkflowCommands,
} from '../../src/output/sanitize.ts'

const secretsOf = (...all: string[]) => {
  const secrets = createSecrets()
  for (const secret of all) secrets.add(secret)
  return secrets
}

test.each([
  ['as it is', (secret: string) => secret],
  ['made harmless', sanitizeText],
  ['on one line', (secret: string) => oneLine(secret)],
  ['in a TSV cell', cellTsv],
  ['in a CSV cell', (secret: string) => cellCsv(secret)],
  ['in JSON', (secret: string) => escapeJson(JSON.stringify(secret))],
  ['in JSON in JSON', (secret: string) => JSON.stringify(secret)],
  ['broken up for a runner', (secret: string) => escapeWorkflowCommands(sanitizeText(secret))],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded in small letters', (secret: string) => encodeURIComponent(secret).toLowerCase()],
  ['in hex', (secret: string) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['in base64', (secret: string) => Buffer.from(secret).toString('base64')],
  ['in base64 for URLs', (secret: string) => Buffer.from(secret).toString('base64url')],
])('a secret %s is hidden', (_, form) => {
  const secret = '.*(a+b)?[x]$^|\\ "q",\u202e##[\u001b end/é'
  const text = secretsOf(secret).redact(`before ${form(secret)} after`)
  expect(text).toMatch(/^before "?'?\[redacted\].{0,3} after$/)
})

test('a secret in the base64 of something longer is hidden at every offset', () => {
  const secret = 'sk_live_0123456789'
  for (const before of ['', 'u', 'us', 'user:']) {
    const text = secretsOf(secret).redact(Buffer.from(`${before}${secret}!`).toString('base64'))
    expect(text).toContain('[redacted]')
    expect(Buffer.from(text.split('[redacted]')[1] ?? '', 'base64').toString()).not.toContain('456789')
  }
})

const big = (at: number) => BigInt(`0x${createHash('sha256').update(String(at)).digest('hex')}`).toString()
const hex = (at: number) => createHash('sha256').update(`h${at}`).digest('hex')
const groth = { pi_a: [big(1), big(2), '1'], pi_b: [[big(3), big(4)]], protocol: 'groth16', curve: 'bn128' }

test('of a proof in JSON each number is hidden, wherever it stands', () => {
  const text = secretsOf(JSON.stringify(groth)).redact(
    `{'pi_a': ['${big(1)}', ${big(4)}], 'protocol': 'groth16'}`,
  )
  expect(text).toBe("{'pi_a': ['[redacted]', [redacted]], 'protocol': 'groth16'}")
  const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
  const withAddress = secretsOf(JSON.stringify({ ...groth, publicSignals: [address] }))
  expect(withAddress.redact(`${address} moved`)).toBe(`${address} moved`)
})

test.each(['base64', 'base64url', 'hex'] as const)('also of one that travels in %s', (how) => {
  const proof = Buffer.from(JSON.stringify(groth)).toString(how)
  expect(secretsOf(proof).redact(JSON.stringify(groth))).toBe(
    '{"pi_a":["[redacted]","[redacted]","1"],"pi_b":[["[redacted]","[redacted]"]],"protocol":"groth16","curve":"bn128"}',
  )
})

test.each([
  ['base64', 'q8+Zr/Kx0CANARY1+f/9aTgx0eE4bW/mRQ+0bVb7Gxw='],
  ['base64 for URLs', 'q8-Zr_Kx0CANARY1-f_9aTgx0eE4bW_mRQ-0bVb7Gxw'],
])('a secret in %s is hidden as its bytes, in whatever form these are', (_, secret) => {
  const bytes = Buffer.from(secret, 'base64')
  const forms = [
    bytes.toString('hex'),
    bytes
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$&:'),
  ]
  for (const form of [...forms, JSON.stringify([...bytes]), JSON.stringify(bytes)])
    expect(secretsOf(secret).redact(`<${form}>`)).not.toMatch(/\d{3}|[\da-f]{6}/i)
  for (const alphabet of ['base64', 'base64url'] as const)
    expect(secretsOf(secret).redact(`<${bytes.toString(alphabet)}>`)).toMatch(/^<\[redacted\].{0,2}>$/)
})

test('a UUID is hidden without its dashes, and with them though it came without', () => {
  const [dashed, bare] = ['7b1c9e04-5f3a-4d2e-8c6b-0a9d8e7f6c5b', '7b1c9e045f3a4d2e8c6b0a9d8e7f6c5b']
  const bytes = Buffer.from(bare, 'hex').toString('base64url')
  expect(secretsOf(dashed).redact(`<${bare}> <${bytes}>`)).toMatch(/^<\[redacted\]> <\[redacted\].?>$/)
  expect(secretsOf(bare).redact(`<${dashed}>`)).toBe('<[redacted]>')
})

test("the numbers of a proof are hidden as a contract's words, and those of its words as numbers", () => {
  const numbers = [1, 2, 3, 4].map(big)
  const asWords = numbers.map((number) => BigInt(number).toString(16).padStart(64, '0'))
  const text = secretsOf(JSON.stringify(groth)).redact(`0x${asWords.join('')}${'00'.repeat(31)}20`)
  expect(text).toMatch(/^0x(0{0,3}\[redacted\])+0{62}20$/)
  expect(secretsOf(`0x${asWords.join('')}`).redact(JSON.stringify(numbers))).toBe(
    JSON.stringify(numbers.map(() => '[redacted]')),
  )
})

test('both halves of a signature are hidden, and the signature of a token apart from the rest', () => {
  const signature = `0x${hex(1)}${hex(2)}1b`
  expect(secretsOf(signature).redact(`{"r":"0x${hex(1)}","s":"0x${hex(2)}","v":27}`)).toBe(
    '{"r":"0x[redacted]","s":"0x[redacted]","v":27}',
  )
  const parts = ['{"alg":"HS256","typ":"JWT"}', '{"sub":"0x7E5F4552","jti":"4711"}', hex(3)].map((part) =>
    Buffer.from(part).toString('base64url'),
  )
  expect(secretsOf(parts.join('.')).redact(JSON.stringify(parts))).toBe(
    `["${parts[0]}","${parts[1]}","[redacted]"]`,
  )
})

const bytesOfHex = (digits: string) => Buffer.from(digits, 'hex')
/** How libraries write bytes. */
const dumps: [string, (bytes: Buffer) => string][] = [
  ['in hex', (bytes) => bytes.toString('hex').toUpperCase()],
  ['in hex with colons', (bytes) => bytes.toString('hex').replace(/..(?=.)/g, '$&:')],
  ['in base64', (bytes) => bytes.toString('base64')],
  ['in base64 after other bytes', (bytes) => Buffer.concat([Buffer.from('id'), bytes]).toString('base64url')],
  ['as a list', (bytes) => JSON.stringify([...bytes])],
  ['as signed bytes of Java', (bytes) => `[${[...new Int8Array(bytes)].join(', ')}]`],
  ['as a Buffer', (bytes) => JSON.stringify(bytes)],
  ['as an array of JavaScript', (bytes) => inspect(new Uint8Array(bytes), { maxArrayLength: null })],
  [
    "by PHP's http_build_query",
    (bytes) =>
      `id=4&${items(bytes, (at, byte) => `proof[${at}]=${byte}`).replace(/(?<=\d)(?=proof)/g, '&')}&n=1`,
  ],
  ['by it, its brackets escaped', (bytes) => items(bytes, (at, byte) => `&proof%5B${at}%5D=${byte}`)],
  [
    'in hex with their places',
    (bytes) => items(bytes, (at, byte) => `  [${at}] => 0x${byte.toString(16).padStart(2, '0')}\n`),
  ],
  ["by PHP's print_r", (bytes) => `Array\n(\n${items(bytes, (at, byte) => `    [${at}] => ${byte}\n`)})`],
  [
    "by PHP's var_dump",
    (bytes) => `array(${bytes.length}) {\n${items(bytes, (at, byte) => `  [${at}]=>\n  int(${byte})\n`)}}`,
  ],
  [
    "by Go's %#v",
    (bytes) => `[]byte{${items(bytes, (at, byte) => `${at ? ', ' : ''}0x${byte.toString(16)}`)}}`,
  ],
  ["by Rust's {:x?}", (bytes) => `[${items(bytes, (at, byte) => `${at ? ', ' : ''}${byte.toString(16)}`)}]`],
  ["by protobuf's text", (bytes) => items(bytes, (_, byte) => escapedByte(byte, `\\${octal(byte)}`))],
  ["by Python's repr", (bytes) => items(bytes, (_, byte) => escapedByte(byte, `\\x${octal(byte, 16, 2)}`))],
  ["by Go's %q", (bytes) => quotedByGo(bytes, 'abtnvfr')],
  ["by Ruby's inspect", (bytes) => quotedByGo(bytes, 'abtnvfr', '\\e')],
]
/** Letters of UTF-8 as they are, control characters by their names. */
function quotedByGo(bytes: Buffer, names: string, escape = '\\x1b'): string {
  const written = (byte: number) =>
    byte > 6 && byte < 14
      ? `\\${names[byte - 7]}`
      : byte === 27
        ? escape
        : escapedByte(byte, `\\x${octal(byte, 16, 2)}`)
  let out = ''
  for (let at = 0; at < bytes.length;) {
    const size = [4, 3, 2].find((each) => {
      const part = bytes.subarray(at, at + each)
      return bytes[at]! > 127 && /^.$/su.test(part.toString()) && Buffer.from(part.toString()).equals(part)
    })
    out += size ? bytes.toString('utf8', at, at + size) : written(bytes[at]!)
    at += size ?? 1
  }
  return out
}
const items = (bytes: Buffer, write: (at: number, byte: number) => string) =>
  [...bytes].map((byte, at) => write(at, byte)).join('')
const octal = (byte: number, base = 8, digits = 3) => byte.toString(base).padStart(digits, '0')
/** Its letter where it has one, else `escape`. */
const escapedByte = (byte: number, escape: string) =>
  byte > 31 && byte < 127 ? String.fromCharCode(byte).replace(/["\\]/, '\\$&') : escape
const six = [1, 2, 3, 4, 5, 6].map(hex)
const inDecimals = six.map((word) => BigInt(`0x${word}`).toString())
const token = ['{"alg":"HS256"}', '{"sub":"4711"}', bytesOfHex(hex(3))].map((part) =>
  Buffer.from(part).toString('base64url'),
)
const calldata = `["0x${six[0]}", "0x${six[1]}"],[["0x${six[2]}", "0x${six[3]}"]],["0x${six[4]}", "0x${six[5]}"]`
const uuid = '7b1c9e04-5f3a-4d2e-8c6b-0a9d8e7f6c5b'

test.each<[string, string, string[]]>([
  ['r and s of a signature', `0x${six[0]}${six[1]}1b`, six.slice(0, 2)],
  ['the signature of a token', token.join('.'), [hex(3)]],
  ['a UUID', uuid, [uuid.replaceAll('-', ''), '049e1c7b3a5f2e4d8c6b0a9d8e7f6c5b']],
  ['two words of a contract', `0x${six[0]}${six[1]}`, six.slice(0, 2)],
  ['words after a selector', `0x43753b4d${six.join('')}`, six],
  ['words and an incomplete one', `0x${six.join('')}${'ab'.repeat(20)}`, six],
  ['words in base64', bytesOfHex(six.join('')).toString('base64'), six],
  ['a proof in JSON', JSON.stringify({ pi_a: inDecimals }), six],
  ['a proof of bare numbers', `{"pi_a":[${inDecimals.join(', ')}]}`, six],
  ['a list in JSON', JSON.stringify(inDecimals), six],
  ['a list in JSON in base64', Buffer.from(JSON.stringify(inDecimals)).toString('base64'), six],
  ['what snarkjs prints for a contract', calldata, six],
  ['numbers between commas', inDecimals.join(','), six],
])('%s is hidden as bytes, however these are written', (_, secret, all) => {
  for (const digits of all)
    for (const [how, write] of dumps) {
      const written = write(bytesOfHex(digits))
      const text = secretsOf(secret).redact(`<${written}>`)
      expect({ how, text }).toEqual({ how, text: expect.stringContaining('[redacted]') })
      expect(text).not.toContain(written.slice(-16, -8))
    }
})

test.each([
  ['a proof in JSON', JSON.stringify({ pi_a: inDecimals, protocol: 'groth16' })],
  ['a proof in JSON on lines', JSON.stringify({ pi_a: inDecimals }, undefined, 1)],
  ['a password', 'pass "word" of\\ours'],
])('%s is hidden in a request body that holds it, however this is encoded', (_, secret) => {
  const body = JSON.stringify({ steps: 4711, proof: secret })
  for (const [how, write] of dumps) {
    const written = write(Buffer.from(body))
    const text = secretsOf(secret).redact(`<${written}>`)
    expect({ how, text }).toEqual({ how, text: expect.stringContaining('[redacted]') })
    const middle = Math.floor(written.length * 0.6)
    expect(text).not.toContain(written.slice(middle, middle + 12))
  }
})

test('the numbers of a proof are hidden in decimals, whatever it is written in', () => {
  const secrets = [
    `0x${six.join('')}`,
    `0x43753b4d${six.join('')}`,
    calldata,
    bytesOfHex(six.join('')).toString('base64'),
  ]
  for (const secret of [...secrets, inDecimals.join(','), `{"pi_a":[${inDecimals.join(', ')}]}`])
    expect(secretsOf(secret).redact(JSON.stringify({ a: inDecimals }))).toBe(
      JSON.stringify({ a: inDecimals.map(() => '[redacted]') }),
    )
})

/** As Python's repr. */
const pythonBytes = (bytes: Buffer) => {
  const text = bytes.toString('latin1')
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const names: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' }
  const written = text.split('').map((character) => {
    if (character === quote) return `\\${quote}`
    const code = character.charCodeAt(0)
    const plain = code > 31 && code < 127 ? character : `\\x${code.toString(16).padStart(2, '0')}`
    return names[character] ?? plain
  })
  return `b${quote}${written.join('')}${quote}`
}

test('bytes as Python writes them are hidden, also in JSON, and as text', () => {
  for (let at = 0; at < 200; at++) {
    const digits = `${hex(at)}${hex(at + 1)}`
    const secrets = secretsOf(`0x${digits}1b`)
    for (const bytes of [bytesOfHex(`${digits}1b`), bytesOfHex(hex(at)), bytesOfHex(hex(at + 1))])
      for (const text of [pythonBytes(bytes), JSON.stringify(pythonBytes(bytes)), bytes.toString('latin1')]) {
        const left = secrets.redact(`<${text}>`)
        expect(left).toMatch(/^<[^]{0,5}\[redacted\][^]{0,8}>$/)
      }
  }
})

test('a key, a UUID and a signature are hidden as one number, and r and s as two', () => {
  const signature = `${six[0]}${six[1]}1b`
  for (const [secret, digits] of [
    [`0x${six[0]}`, six[0]],
    [bytesOfHex(six[0]!).toString('base64'), six[0]],
    [uuid, uuid.replaceAll('-', '')],
    [`0x${signature}`, signature],
  ])
    expect(secretsOf(secret!).redact(`UUID(int=${BigInt(`0x${digits}`)})`)).toBe('UUID(int=[redacted])')
  expect(secretsOf(`0x${signature}`).redact(`{"r":${inDecimals[0]},"s":${inDecimals[1]},"v":27}`)).toBe(
    '{"r":[redacted],"s":[redacted],"v":27}',
  )
  const amount = '1500000000000000000000'
  expect(secretsOf(`0x${BigInt(amount).toString(16).padStart(64, '0')}`).redact(amount)).toBe(amount)
})

const proofBytes = bytesOfHex([...six, ...six.map((_, at) => hex(at + 20))].join(''))
const proofList = [...proofBytes]
test.each<[string, string]>([
  ['bytes that are named', JSON.stringify({ proof: proofList, publicInputs: ['0x1'] })],
  ['a list of bytes', JSON.stringify(proofList)],
  ['a list of bytes with blanks', `[${proofList.join(', ')}]`],
  ['signed bytes', JSON.stringify([...new Int8Array(proofBytes)])],
  ['bytes with their places', JSON.stringify(new Uint8Array(proofBytes))],
  ['a Buffer', JSON.stringify(proofBytes)],
  ['hex that is named', JSON.stringify({ proof: `0x${proofBytes.toString('hex')}` })],
  ['base64 that is named', JSON.stringify({ proof: proofBytes.toString('base64') })],
  ['JSON in base64', Buffer.from(JSON.stringify({ proof: proofList })).toString('base64')],
])('a proof in JSON of %s is hidden however it is written anew', (_, secret) => {
  const written: [string, string][] = [
    ...dumps.map(([how, write]): [string, string] => [how, write(proofBytes)]),
    ['on lines', JSON.stringify({ data: { proof: proofList } }, undefined, 4)],
    ['as Go writes it', `map[proof:[${proofList.join(' ')}]]`],
    ['as Python bytes', pythonBytes(proofBytes)],
    ['by its places in Python', `{${proofList.map((byte, at) => `'${at}': ${byte}`).join(', ')}}`],
  ]
  for (const [how, text] of written) {
    const left = secretsOf(secret).redact(`<${text}>`)
    expect({ how, left }).toEqual({ how, left: expect.stringContaining('[redacted]') })
    expect(left.length).toBeLessThan(80)
  }
})

test('what is public beside the bytes of a proof stays, and so do small numbers', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour % 5)
  const address = `0x${hex(1).slice(0, 40)}`
  const kept = { publicInputs: [...bytesOfHex(hex(9))], publicKey: bytesOfHex(hex(8)).toString('base64') }
  const secrets = secretsOf(
    JSON.stringify({ proof: proofList, hours, address, system: 'Ultra-honk', id: uuid, ...kept }),
  )
  const text = JSON.stringify({ hours, address, system: 'Ultra-honk', id: uuid, kept })
  expect(secrets.redact(text)).toBe(text)
  for (const each of Object.values(kept))
    expect(secrets.redact(JSON.stringify(each))).toBe(JSON.stringify(each))
})

const longToken = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.${Buffer.from(hex(3)).toString('base64url')}`
test.each([
  ['as pprint of Python breaks bytes', "b'", "'\n   b'"],
  ['as pprint of Python breaks a text', "'", "'\n '"],
  ['as JavaScript adds texts', "'", "' +\n  '"],
  ['as Java and Go add texts', '"', '" +\n\t"'],
  ['as PHP adds texts', '"', '"\n  . "'],
  ['in one line', '"', '"+"'],
])('a long token in parts is hidden %s', (_, begin, between) => {
  const written = `(${begin}Bearer ${(longToken.match(/.{1,20}/g) ?? []).join(between)}${begin.slice(-1)})`
  const left = secretsOf(longToken).redact(written)
  expect(left).toBe(`(${begin}Bearer [redacted]${begin.slice(-1)})`)
  const inJson = secretsOf(longToken).redact(JSON.stringify(written))
  expect(inJson).toContain('Bearer [redacted]')
  expect(inJson.length).toBeLessThan(40)
})

test('a key in base64 words of a mail header is hidden', () => {
  const key = `sk_live_${hex(5).slice(0, 32)}`
  const words = (`Invalid key: ${key}`.match(/.{1,39}/g) ?? []).map((part) =>
    Buffer.from(part).toString('base64'),
  )
  const header = `Subject: ${words.map((word) => `=?UTF-8?B?${word}?=`).join('\r\n ')}`
  expect(words.length).toBeGreaterThan(1)
  for (const text of [header, JSON.stringify(header)])
    expect(secretsOf(key).redact(text)).toMatch(/: =\?UTF-8\?B\?.{17,19}\[redacted\].{0,3}\?="?$/)
})

test('a Buffer that Node shows the most of is hidden', () => {
  for (const size of [51, 64, 66])
    expect(
      secretsOf(`k${six[0]}zz`.slice(0, size)).redact(inspect(Buffer.from(`k${six[0]}zz`.slice(0, size)))),
    ).toMatch(/^<Buffer \[redacted\] \.\.\. \d+ more bytes?>$/)
})

const dumpLines = (bytes: Buffer, hexOfLine: (line: Buffer) => string, around: (text: string) => string) =>
  Array.from({ length: Math.ceil(bytes.length / 16) }, (_, at) => {
    const line = bytes.subarray(at * 16, at * 16 + 16)
    const place = (at * 16).toString(16).padStart(8, '0')
    return `${place}${hexOfLine(line)}  ${around(line.toString('latin1').replace(/[^ -~]/g, '.'))}\n`
  }).join('')
test.each<[string, (bytes: Buffer) => string]>([
  [
    'hexdump and Go',
    (bytes) =>
      dumpLines(
        bytes,
        (line) =>
          `  ${line
            .toString('hex')
            .replace(/../g, '$& ')
            .replace(/^(.{24})/, '$1 ')
            .trimEnd()
            .padEnd(48)}`,
        (text) => `|${text}|`,
      ),
  ],
  [
    'xxd',
    (bytes) =>
      dumpLines(
        bytes,
        (line) => `: ${line.toString('hex').replace(/.{4}/g, '$& ').trimEnd().padEnd(39)}`,
        String,
      ),
  ],
])('a key in the lines of %s is hidden with the text beside them', (_, write) => {
  const key = hex(7)
  for (const [before, after] of [
    ['', ''],
    ['k: ', ''],
    ['x-api-key: ', ''],
    ['{"key":"', '"}'],
    ['x-api-key: ', '\r\nhost: a.io\r\n'],
  ] as const) {
    const text = write(Buffer.from(`${before}${key}${after}`))
    for (const written of [text, JSON.stringify(text)]) {
      const left = secretsOf(key).redact(written)
      expect(left).toContain('[redacted]')
      for (let at = 0; at + 6 < key.length; at++) expect(left).not.toContain(key.slice(at, at + 6))
    }
  }
})

test('signed bytes of others stay', () => {
  const text = JSON.stringify([...new Int8Array(bytesOfHex(six[1]!))])
  expect(secretsOf(six[0]!).redact(text)).toBe(text)
})

test('what is public in a proof of numbers stays', () => {
  const data = { pi_a: inDecimals.slice(0, 4), publicSignals: inDecimals.slice(4) }
  for (const secret of [JSON.stringify(data), JSON.stringify(data).replaceAll(/"(\d+)"/g, '$1')]) {
    const said = `${inDecimals[4]} ${six[5]} ${inDecimals[0]}`
    expect(secretsOf(secret).redact(said)).toBe(`${inDecimals[4]} ${six[5]} [redacted]`)
  }
})

test.each([24, 40, 64])('a key of %i characters is hidden where its base64 or hex is cut', (size) => {
  const key = `ak_${hex(4)}`.slice(0, size)
  for (const write of ['base64', 'base64url', 'hex'] as const) {
    const written = Buffer.from(key).toString(write)
    for (const cut of [
      written.slice(0, -3),
      written.slice(2),
      written.slice(0, Math.ceil(written.length * 0.8)),
    ])
      expect(secretsOf(key).redact(`is ${cut}... `).replace('[redacted]', '')).toMatch(/^is .{0,7}\.\.\. $/)
  }
})

test('a key as the bytes of an object is hidden', () => {
  const key = 'ak_live_Zq8Xw1Rt5Yp3Lm7N'
  const bytes = Object.fromEntries([...Buffer.from(key)].entries())
  for (const text of [JSON.stringify(bytes), JSON.stringify({ bytes }, undefined, 2)])
    expect(secretsOf(key).redact(text)).not.toMatch(/97|107/)
  const data = parseJson(JSON.stringify({ bytes, other: { 0: 1, 1: 2 } }))
  expect(writeJson(mapTexts(data, (text) => secretsOf(key).redact(text)))).toBe(
    '{"bytes":{"0":"[redacted]"},"other":{"0":1,"1":2}}',
  )
})

test('overlapping secrets leave no tail behind', () => {
  const secrets = secretsOf('abcdefgh', 'efghijkl', 'abcdefghi')
  expect(secrets.redact('-abcdefghijkl-efghijkl-abcdefgh-')).toBe('-[redacted]-[redacted]-[redacted]-')
  expect(secretsOf('secret-1', 'secret-2').redact('secret-1secret-2')).toBe('[redacted]')
  expect(secretsOf('a-long-secret-of-ours', 'secret').redact('<a-long-secret-of-ours>')).toBe('<[redacted]>')
})

test('a hex key is hidden without its prefix and in capitals', () => {
  const key = `0x${'ab'.repeat(32)}`
  expect(secretsOf(key).redact(`key=${'AB'.repeat(32)}`)).toBe('key=[redacted]')
})

test('the digits of a hex key stand for its bytes: what an encoder makes of these is hidden too', () => {
  const key = `0x${'8da4ef21b864d2cc'.repeat(4)}`
  const bytes = Buffer.from(key.slice(2), 'hex')
  const secrets = secretsOf(key)
  expect(secrets.redact(`<${bytes.toString('base64')}>`)).toMatch(/^<\[redacted\].{0,3}>$/)
  expect(secrets.redact(`<${bytes.toString('base64url')}>`)).toMatch(/^<\[redacted\].{0,3}>$/)
  expect(secrets.redact(JSON.stringify([1, ...bytes, 1]))).toBe('[1[redacted]1]')
  expect(secrets.redact(`<${[...bytes].map((byte) => byte.toString(16)).join(':')}>`)).toBe('<[redacted]>')
  expect(secretsOf(key.slice(2)).redact(`<${key}>`)).toBe('<0x[redacted]>')
  const apart = (key.slice(2).match(/../g) ?? []).join(':')
  expect(secretsOf(key.slice(2)).redact(`<${apart}>`)).toBe('<[redacted]>')
  // Digits that are a part of a secret alone stand for no bytes.
  const digits = '0123456789abcdef0123'
  const encoded = Buffer.from(digits, 'hex').toString('base64')
  for (const secret of [`key-${digits}`, `${digits}-key`])
    expect(secretsOf(secret).redact(`<${encoded}>`)).toBe(`<${encoded}>`)
})

test.each([
  ['its last bytes fill a group', 'sk_live_0123456789'],
  ['one byte is over', 'sk_live_0123456789a'],
  ['two bytes are over', 'sk_live_0123456789ab'],
])('of a secret in base64 no character is left that says something of it: %s', (_, secret) => {
  const text = secretsOf(secret).redact(Buffer.from(secret).toString('base64url'))
  expect(text).toMatch(/^\[redacted\].?$/)
  if (secret.length % 3 === 0) expect(text).toBe('[redacted]')
})

test('a long secret is hidden in lines and without its blanks; of a short one only the blanks may differ', () => {
  const long = 'legal winner thank year'
  expect(secretsOf(long).redact('<legal\n  winner+thank\tyear>')).toBe('<[redacted]>')
  expect(secretsOf(long).redact('<legalwinnerthankyear>')).toBe('<[redacted]>')
  expect(secretsOf('sk_live_01234567').redact('<sk_live_\n  01234567>')).toBe('<[redacted]>')
  // Sixteen characters are long enough, fifteen are not: words of a sentence could make them up.
  expect(secretsOf('sk_live_0123456').redact('<sk_live_\n0123456>')).toBe('<sk_live_\n0123456>')
  expect(secretsOf('to be or not').redact('<tobeornot>')).toBe('<tobeornot>')
})

test('bytes as a list of numbers are hidden from the first to the last, and numbers of another list stay', () => {
  const secret = 'swordfish-1'
  const numbers = [...Buffer.from(secret)]
  expect(secretsOf(secret).redact(`[${numbers.join(', ')}]`)).toBe('[redacted]')
  expect(secretsOf(secret).redact(`[${numbers.slice(1).join(', ')}]`)).toBe(
    `[${numbers.slice(1).join(', ')}]`,
  )
})

test('a secret that is added later is hidden from then on, blanks around it are no part of it', () => {
  const secrets = createSecrets()
  expect(secrets.redact('swordfish')).toBe('swordfish')
  secrets.add(' swordfish\n')
  secrets.add(undefined)
  expect(secrets.redact('swordfish')).toBe('[redacted]')
})

test('short words are no secrets', () => {
  expect(secretsOf('true', 'abc').redact('true abc')).toBe('true abc')
})

test('whatever a secret is, it is gone, and other text stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 6, maxLength: 30 }), fc.string(), (secret, around) => {
      fc.pre(secret.trim().length >= 6 && !'[redacted]'.includes(secret.trim().toLowerCase()))
      fc.pre(!around.toLowerCase().includes(secret.trim().toLowerCase()))
      const text = secretsOf(secret).redact(`${around}<${secret.trim()}>`)
      expect(text).toContain('[redacted]')
      expect(text).not.toContain(secret.trim())
    }),
  )
})

const kinds: Record<string, string> = {
  'an API key': 'sk_live_5f1c9e2a77b04d',
  'a key in base64': 'q8+Zr/Kx0CANARY1+f/9aQ==',
  'a JSON web token': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnLi4u_-c2ln',
  'a private key': `0x${'8da4ef21b864d2cc'.repeat(4)}`,
  'a mnemonic': 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  'a password with everything': String.raw`a"b\n'c&<d>/e+f%20 ~!=\u0041;ü€😀`,
  'a password with blanks': 'passwört mit € und 😀',
  'a short one': 'p+s/w"',
}

test.each(Object.entries(serializers))('%s hides no secret from redaction', (_, write) => {
  for (const [kind, secret] of Object.entries(kinds)) {
    const written = write(secret)
    for (const around of [
      (text: string) => text,
      (text: string) => `before ${text} after`,
      (text: string) => `{"error":"${text}","more":[1,2]}`,
      (text: string) => `https://x.example/?k=${text}&z=1`,
    ]) {
      const text = secretsOf(secret).redact(around(written))
      expect({ kind, text }).toEqual({ kind, text: expect.stringContaining('[redacted]') })
      const inside = written.slice(4, -4)
      if (inside.length >= 4) expect(text.toLowerCase()).not.toContain(inside.toLowerCase())
    }
  }
})

test('letters with marks are found by the names that HTML has for them, and in either form of Unicode', () => {
  const name = 'Zo\u00eb Bront\u00eb-\u00c1ngstr\u00f6m Stra\u00dfe'
  const named = 'Zo&euml; Bront&euml;-&Aacute;ngstr&ouml;m Stra&szlig;e'
  for (const secret of [name, name.normalize('NFD')]) {
    const secrets = createSecrets()
    secrets.add(secret)
    for (const text of [name, name.normalize('NFD'), named, named.replaceAll('&', '&amp;')])
      expect(secrets.redact(`no <b>${text}</b> here`)).toBe('no <b>[redacted]</b> here')
  }
})

test.each([
  ['Jiří Dvořák', 'Ji&rcaron;&iacute; Dvo&rcaron;&aacute;k'],
  ['Łukasz Żółkiewski', '&Lstrok;ukasz &Zdot;&oacute;&lstrok;kiewski'],
  ['Marie d’Arçon', 'Marie d&rsquo;Ar&ccedil;on'],
  ['Gülşen Iğdır', 'G&uuml;l&scedil;en I&gbreve;d&imath;r'],
  ['5000 €, £20, ¥', '5000 &euro;, &pound;20, &yen;'],
  ['Őze Ångström', '&Odblac;ze &Aring;ngstr&ouml;m'],
])('%s is found as %s', (name, named) => {
  expect(secretsOf(name).redact(`<b>${named}</b>`)).toBe('<b>[redacted]</b>')
})

test.each(['Νίκος Παπαδόπουλος', 'ΝΊΚΟΣ ΠΑΠΑΔΌΠΟΥΛΟΣ', 'νίκοσ παπαδόπουλοσ'])(
  '%s is found with either sigma at the end of its words, escaped or not',
  (name) => {
    const small = 'νίκος παπαδόπουλος'
    for (const text of [small, small.replaceAll('ς', 'σ'), small.toUpperCase()])
      for (const write of ['as it is', 'Python json.dumps', 'HTML in decimals', 'encodeURIComponent'])
        expect(secretsOf(name).redact(`<b>${serializers[write]!(text)}</b>`)).toBe('<b>[redacted]</b>')
  },
)

test('doubled quotes of any kind are one, as SQL and CSV write them', () => {
  for (const quote of [`'`, '"', '`']) {
    const street = `12 O${quote}Connell${quote}s Street`
    const written = street.replaceAll(quote, quote + quote)
    expect(secretsOf(street).redact(`VALUES (${quote}${written}${quote}, ${quote}${quote})`)).toBe(
      `VALUES (${quote}[redacted]${quote}, ${quote}${quote})`,
    )
  }
  expect(secretsOf(`a'b"c-1`).redact(`a"'b'"c-1`)).toBe(`a"'b'"c-1`)
})

test('a secret that mixes every escape is found by what it says', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 40 }),
      fc.infiniteStream(fc.constantFrom('', 'u', 'x', 'h', 'd', 'p', 'pp', 'b')),
      (secret, choices) => {
        // What begins an escape itself may be read in more than one way once it stands among escapes.
        fc.pre(!/^[\s"]|[\s"]$|\s\s|[\\%&]/.test(secret))
        const picks = choices[Symbol.iterator]()
        const written = secret.split('').map((character) => {
          const code = character.charCodeAt(0).toString(16).padStart(2, '0')
          const ways: Record<string, string> = {
            u: `\\u00${code}`,
            x: `\\x${code}`,
            h: `&#x${code};`,
            d: `&#${character.charCodeAt(0)};`,
            p: `%${code}`,
            pp: `%25${code}`,
            b: /\W/.test(character) ? `\\${character}` : character,
          }
          return ways[String(picks.next().value)] ?? character
        })
        const text = secretsOf(secret).redact(`<<${written.join('')}>>`)
        expect(text).toMatch(/^<<[^]{0,3}\[redacted\][^]{0,3}>>$/)
      },
    ),
  )
})

test('our own words stay where a secret is one of them; what cannot be a word goes', () => {
  const secrets = secretsOf('testnet', 'sk_live_0123456789')
  expect(secrets.redact('testnet sk_live_0123456789')).toBe('[redacted] [redacted]')
  expect(secrets.redactOwn('testnet sk_live_0123456789')).toBe('testnet [redacted]')
  const kept = (secret: string) => secretsOf(secret).redactOwn(`<${secret}>`) === `<${secret}>`
  expect(['a'.repeat(19), 'two words', 'dry-run', 'base_url'].filter(kept)).toHaveLength(4)
  expect(['a'.repeat(20), '1password', '-secret', 'pass1word', 'pässword'].filter(kept)).toEqual([])
})

test.each([
  ['four million equal quotes', "'".repeat(4_000_000)],
  [
    'a proof of zeros among a hundred thousand zeros and blanks',
    `${'0'.repeat(300_000)} ${'0 '.repeat(200_000)}`,
  ],
  ['a key two hundred thousand times', `"${'k-1234567890'.repeat(200_000)}"`],
])('%s are looked through', (_, text) => {
  const secrets = createSecrets()
  for (const secret of ['0'.repeat(64), 'k-1234567890']) secrets.add(secret)
  const out = secrets.redact(text)
  expect(out).not.toContain('0'.repeat(64))
  expect(out).not.toContain('k-1234567890')
  expect(out.includes('[redacted]')).toBe(!text.startsWith("'"))
})

test('a list of a million equal bytes is looked through for a proof of such bytes', () => {
  const secrets = secretsOf('\x7f'.repeat(600))
  for (const between of [',', ', '])
    expect(secrets.redact(`127${between}`.repeat(975_000))).toMatch(/^\[redacted\]$/)
  expect(secrets.redact(`<${'127,'.repeat(601)}>`)).toBe('[redacted]')
})

const inGroups = (secret: string, size: number, between: string) =>
  (
    Buffer.from(secret)
      .toString('hex')
      .match(new RegExp(`.{1,${size}}`, 'g')) ?? []
  ).join(between)
test.each<[string, number, string]>([
  ['groups of two bytes, as xxd writes them', 4, ' '],
  ['groups of four bytes', 8, ' '],
  ['lines of ten bytes', 20, '\n'],
  ['lines that end within a byte', 15, '\n'],
  ['lines with their addresses left out', 32, '\\n'],
])('a secret in hex in %s is hidden', (_, size, between) => {
  const secret = 'sk_live_Q7w9Zr2XkP4t'
  const text = secretsOf(secret).redact(`<${inGroups(secret, size, between)}>`)
  expect(text).toBe('<[redacted]>')
  const other = inGroups('sk_test_another secret', size, between)
  expect(secretsOf(secret).redact(`<${other}>`)).toBe(`<${other}>`)
})

test('bytes as a list of numbers are hidden at the beginning, at the end and as all of a text', () => {
  const secret = 'sk_live_Q7w9Zr2XkP4t'
  const bytes = [...Buffer.from(secret)]
  for (const between of [' ', ',', ', ', '\n']) {
    const list = bytes.join(between)
    for (const [text, hidden] of [
      [list, '[redacted]'],
      [`got ${list}`, 'got[redacted]'],
      [`${list} came`, '[redacted]came'],
    ] as const)
      expect(secretsOf(secret).redact(text)).toBe(hidden)
  }
  const longer = `1${bytes.join(' ')}1`
  expect(secretsOf(secret).redact(longer)).toBe(longer)
})

test.each([
  ['a key', 'ak_live_Zq8Xw1Rt5Yp3Lm7N'],
  ['a token', `eyJhbGciOiJIUzI1NiJ9.${'Zm9vYmFyMTIzNDU2'.repeat(3)}.c2lnbmF0dXJlOTk5`],
  [
    'a signature',
    `0x${Array.from({ length: 65 }, (_, at) => ((at * 37 + 11) % 256).toString(16).padStart(2, '0')).join('')}`,
  ],
])('%s that is cut by some characters is hidden as far as it goes', (_, secret) => {
  const secrets = createSecrets()
  secrets.add(secret)
  for (const cut of [
    secret.slice(0, -1),
    secret.slice(1),
    secret.slice(2, -3),
    secret.slice(0, Math.ceil(secret.length * 0.8)),
    `${secret.slice(0, -4)}****`,
  ]) {
    const out = secrets.redact(`bad value ${cut} here`)
    expect(out).toContain('[redacted]')
    for (let at = 0; at + 10 < secret.length; at++) expect(out).not.toContain(secret.slice(at, at + 10))
  }
})

test.each([63, 64, 65])('the text of %i characters that a key is in base64 is hidden', (size) => {
  const said = `id:${'q7Rt'.repeat(20)}`.slice(0, size)
  expect(secretsOf(Buffer.from(said).toString('base64')).redact(`<${said}>`)).toBe('<[redacted]>')
})

test('of a key in parts the long ones are hidden apart, and so is what it says in base64', () => {
  const secret = '9Kx0TRsd81mZpq47LwYe'
  for (const between of ['.', ':', '|']) {
    const key = `ak_7f3a9c21${between}${secret}`
    expect(secretsOf(key).redact(`ak_7f3a9c21 and ${secret}`)).toBe('ak_7f3a9c21 and [redacted]')
    const said = `key ${key} of ak_7f3a9c21, secret ${secret}`
    expect(secretsOf(Buffer.from(key).toString('base64')).redact(said)).toBe(
      'key [redacted] of ak_7f3a9c21, secret [redacted]',
    )
  }
  const address = `0x${hex(1).slice(0, 40)}`
  expect(secretsOf(`ak.${address}.${secret}`).redact(`${address} ${secret}`)).toBe(`${address} [redacted]`)
})

test('the texts of JSON in a key are hidden where it travels in base64, and what is public in it stays', () => {
  const address = `0x${hex(1).slice(0, 40)}`
  const kept = {
    userId: `u-${hex(2)}`,
    address,
    at: '2026-01-31T12:00:00.000Z',
    url: 'https://api.example/v1/things',
  }
  const key = Buffer.from(JSON.stringify({ iv: '8xN2mQ0p', mac: hex(3), keys: [hex(4)], ...kept }))
  const secrets = secretsOf(key.toString('base64'))
  expect(secrets.redact(`<${key.toString()}>`)).toBe('<[redacted]>')
  expect(secrets.redact(`mac ${hex(3)} of ${hex(4)}`)).toBe('mac [redacted] of [redacted]')
  for (const text of Object.values(kept)) expect(secrets.redact(text)).toBe(text)
})

test('a secret in UTF-16 is hidden, however its bytes are written', () => {
  for (const secret of ['sk_live_Q7w9Zr2XkP4t', six[0]!, 'passw\u00f6rt mit \u20ac'])
    for (const write of [(text: string) => text, JSON.stringify])
      expect(secretsOf(secret).redact(write(secret.split('').join('\0')))).toMatch(/^"?\[redacted\]"?$/)
  for (const secret of ['sk_live_Q7w9Zr2XkP4t', six[0]!, 'passw\u00f6rt mit \u20ac'])
    for (const [how, write] of dumps) {
      const written = write(Buffer.from(secret, 'utf16le'))
      const text = secretsOf(secret).redact(`<${written}>`)
      expect({ how, text }).toEqual({ how, text: expect.stringContaining('[redacted]') })
      expect(text).not.toContain(written.slice(-16, -8))
    }
})

test('both ends of a key with dots between them are hidden where they are long or most of it', () => {
  const key = `sk_live_${hex(5).slice(0, 32)}`
  const secrets = secretsOf(key)
  for (const dots of ['...', '\u2026', '\\u2026'])
    for (const [first, last] of [
      [13, 13],
      [8, 24],
      [24, 1],
      [6, 18],
    ] as const)
      expect(secrets.redact(`input_value='${key.slice(0, first)}${dots}${key.slice(-last)}', input`)).toBe(
        `input_value='[redacted]${dots}[redacted]', input`,
      )
  for (const text of [
    `${key.slice(0, 8)}...${key.slice(-8)}`,
    `${key.slice(0, 11)}...`,
    'sk_live_... is long',
  ])
    expect(secrets.redact(text)).toBe(text)
})

test.each([
  [
    'pydantic',
    (token: string) => `input_value='${token.slice(0, 24)}...${token.slice(-24)}', input_type=str`,
    2,
  ],
  ["PHP's traces", (token: string) => `#0 Api.php(31): Guard->check('${token.slice(0, 15)}...', Array)`, 1],
  ['Node', (token: string) => `token: '${token.slice(0, 100)}'... 240 more characters`, 1],
  ['Django', (token: string) => `${token.slice(0, 20)}\u2026 [truncated]`, 1],
  ['Elixir', (token: string) => `"${token.slice(0, 40)}" <> ...`, 1],
  ['a log', (token: string) => `bearer ${token.slice(0, 30)}[truncated 300 bytes]`, 1],
  ['an end', (token: string) => `[...] ${token.slice(-12)}`, 1],
])('a token that %s cuts shows neither its beginning nor its end', (_, cut, times) => {
  const token = `eyJhbGciOiJIUzI1NiJ9.${hex(6)}${hex(7)}${hex(8)}.${hex(9).slice(0, 43)}`
  const shown = secretsOf(token).redact(cut(token))
  expect(shown.split('[redacted]')).toHaveLength(times + 1)
  for (let at = 0; at + 12 <= token.length; at++) expect(shown).not.toContain(token.slice(at, at + 12))
})

test.each([
  ['a list of bytes', JSON.stringify(proofList)],
  ['bytes that are named', JSON.stringify({ proof: proofList, publicInputs: ['0x1'] })],
  ['base64 that is named', JSON.stringify({ proof: proofBytes.toString('base64'), v: 1 })],
  ['hex that is named', JSON.stringify({ proof: proofBytes.toString('hex') })],
])('a proof in JSON of %s is hidden though dots cut it, and its names are not', (_, proof) => {
  const secrets = secretsOf(proof)
  const beginning = proof.slice(0, proof.length * 0.4)
  const end = proof.slice(-proof.length * 0.4)
  for (const [text, left] of [
    [`<${beginning}...>`, '<[redacted]...>'],
    [`<...${end}>`, '<...[redacted]>'],
    [`<${beginning}...${end}>`, '<[redacted]...[redacted]>'],
  ] as const) {
    expect(secrets.redact(text)).toBe(left)
    expect(secrets.redact(JSON.stringify(text))).toBe(JSON.stringify(left))
  }
  const names = 'The proof begins with {"proof":… and ends with …"} or …,"publicInputs":["0x1"]}.'
  expect(secrets.redact(names)).toBe(names)
})

test('of a secret that repeats itself a long text with dots is looked through', { timeout: 20_000 }, () => {
  const secret = `0x${'ab3f9c17'.repeat(500)}`
  const secrets = secretsOf(secret)
  for (const text of [`${secret.slice(0, 1600)}...`, `...${secret.slice(-1600)}`])
    expect(secrets.redact(text.repeat(10)).replaceAll('[redacted]', '').length).toBeLessThan(100)
})

test('of a long proof that repeats itself a long text is looked through', { timeout: 20_000 }, () => {
  const proof = `0x${'ab3f9c17'.repeat(20_000)}`
  const text = 'ab3f9c17'.repeat(65_000)
  expect(secretsOf(proof).redact(`<${text}>`)).toBe('<[redacted]>')
  expect(secretsOf(`${proof}ef${proof.slice(2)}`).redact(`<${text}>`)).toBe(`<${text}>`)
  const beginning = `${proof.slice(0, 2000)}...`
  expect(secretsOf(proof).redact(beginning.repeat(250))).toBe('[redacted]...'.repeat(250))
})

test('most of a secret is hidden wherever in a text it stands', () => {
  const secret = 'sandbox-proof-v1.q7Rk2ZtYw0PbXn5LcHs8VdGfJm3A'
  const secrets = createSecrets()
  secrets.add(secret)
  const size = Math.ceil(secret.length * 0.75)
  for (let from = 0; from + size <= secret.length; from++)
    for (let before = 0; before < secret.length; before++) {
      const text = `${'.'.repeat(before)}!${secret.slice(from, from + size)}!`
      expect(secrets.redact(text)).toBe(`${'.'.repeat(before)}![redacted]!`)
    }
})

test('amounts, addresses and hashes that have zeros in common with a secret stay', () => {
  const secrets = createSecrets()
  secrets.add(`0x${'0'.repeat(120)}1234567890abcdef${'0'.repeat(40)}`)
  const text = '1500000000000000000000 0x0000000000000000000000000000000000000000 2000000000000.00'
  expect(secrets.redact(text)).toBe(text)
})

test('another token of the same form, and what is public in a secret, stays', () => {
  const address = '0x' + 'aB12cD34eF'.repeat(4)
  const part = (text: string) => Buffer.from(text).toString('base64url')
  const token = (what: string, signed: string) =>
    `${part('{"alg":"HS256","typ":"JWT"}')}.${part(`{"address":"${address}","${what}":12345}`)}.${part(signed)}`
  const secrets = createSecrets()
  secrets.add(token('exp', 'a signature of thirty-two bytes!'))
  secrets.add(
    JSON.stringify({ protocol: 'groth16', pi_a: ['1234567890123456789012345678901234567890'.repeat(6)] }),
  )
  const text = `${token('nft', 'another signature of 32 bytes...')} ${address} {"protocol":"groth16","curve":"bn128"}`
  expect(secrets.redact(text)).toBe(text)
})

test('a long answer is looked through for thirty secrets in a second or two', { timeout: 30_000 }, () => {
  const hex = (what: string) => createHash('sha256').update(what).digest('hex')
  const secrets = secretsOf(...Array.from({ length: 30 }, (_, at) => hex(`secret ${at}`).slice(0, 20 + at)))
  const rows = Array.from(
    { length: 30_000 },
    (_, at) => `{"id":"${hex(`row ${at}`)}","state":"pending","no":${at}}`,
  )
  const text = rows.join(',')
  const cut = hex('secret 29').slice(4, 44)
  const started = performance.now()
  expect(secrets.redact(text)).toBe(text)
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(secrets.redact(`${rows[0]}${cut}`)).toBe(`${rows[0]}[redacted]`)
})

test('of a list of bytes that is cut in its middle, both ends are hidden', () => {
  const list = JSON.stringify(Array.from({ length: 64 }, (_, at) => (at * 37 + 101) % 256))
  const [first, last] = [list.slice(0, 50), list.slice(-50)]
  expect(secretsOf(list).redact(`ArgumentError: ${first}...${last} is no proof`)).toBe(
    'ArgumentError: [redacted]...[redacted] is no proof',
  )
})

test('a key as PHP writes it for HTML 5, or in the base64 of its JSON, is hidden', () => {
  const secrets = secretsOf('sk_q8/Zr7KxfjCANARY1/f9aQ8w2Lm')
  const html = 'sk&lowbar;q8&sol;Zr7Kx&fjlig;CANARY1&sol;f9aQ8w2Lm'
  expect(secrets.redact(`no such key: ${html}.`)).toBe('no such key: [redacted].')
  const json = String.raw`{"k":"sk_q8\/Zr7KxfjCANARY1\/f9aQ8w2Lm"}`
  const text = secrets.redact(Buffer.from(json).toString('base64'))
  expect(Buffer.from(text, 'base64').toString()).not.toMatch(/CANARY|Zr7K|f9aQ/)
})

const inJson = [
  'JSON.stringify',
  'PHP json_encode',
  'Python json.dumps',
  'Go encoding/json',
  'Java Gson',
  'System.Text.Json',
]
test.each(inJson)('a key is hidden in the base64 and the hex of what %s writes', (write) => {
  for (const secret of ['sk_Zürich/Ähre+CANARY=Größe&<7>Łódź', `clé-d'accès "CANARY" \`9\` = 日本+<&>/é`]) {
    const json = `{"say":"no","key":"${serializers[write]!(secret)}","n":1}`
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const shown = secretsOf(secret).redact(`bad: ${Buffer.from(json).toString(encoding)}.`)
      const rest = shown
        .split('[redacted]')
        .map((part) => Buffer.from(part.replace(/^bad: |\.$/g, ''), encoding))
      expect([rest.length, Buffer.concat(rest).toString()]).toEqual([
        2,
        expect.not.stringMatching(/CANARY|hre|acc/),
      ])
    }
  }
})

const long = Array.from({ length: 34 }, (_, at) => hex(1000 + at)).join('')
test.each([
  ['hex with colons', (bytes: Buffer) => bytes.toString('hex').replace(/..(?=.)/g, '$&:')],
  ['hex with blanks', (bytes: Buffer) => bytes.toString('hex').replace(/..(?=.)/g, '$& ')],
  ['hex in lines', (bytes: Buffer) => bytes.toString('hex').replace(/.{64}(?=.)/g, '$&\n')],
  ['base64 in lines', (bytes: Buffer) => bytes.toString('base64').replace(/.{76}(?=.)/g, '$&\n')],
])('a proof in %s is hidden also where its beginning or its end is missing', (_, write) => {
  const written = write(Buffer.from(long, 'hex'))
  const least = Math.ceil(written.length * 0.8)
  for (const cut of [written.slice(0, least), written.slice(-least), written.slice(90, -90)]) {
    const shown = secretsOf(long).redact(`https://x.example/bad?proof=${cut}`)
    expect(shown.replace('https://x.example/bad?proof=', '').replace('[redacted]', '').length).toBeLessThan(9)
  }
})

test('a token is hidden where its base64 in lines is cut, wherever a line ends', () => {
  const token = hex(7).slice(0, 40)
  const whole = Buffer.from(token).toString('base64')
  for (let size = 12; size <= 24; size++) {
    const lines = whole.slice(0, 48).replace(new RegExp(`.{${size}}(?=.)`, 'g'), '$&\\r\\n')
    expect(secretsOf(token).redact(`{"${lines}":1}`)).toBe('{"[redacted]":1}')
  }
})
