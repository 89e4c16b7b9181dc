/** The main job against a service that shares no code with movecli: every request to the byte, over both ways. */
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'
import { testnet, type Testnet } from '../support/testnet.ts'
import { ways } from '../support/ways.ts'
import { failure, type RecordedRequest } from '../witness/service.ts'

const fixtures = fileURLToPath(new URL('../fixtures/wallets/', import.meta.url))
const address = '0xC1b1550860Af52B06262459996047267E43aCb8b'
let service: Testnet
beforeEach(async () => {
  service = await testnet()
})

/** Header names and values in order, but for those that the transports differ in. */
const headersOf = ({ rawHeaders }: RecordedRequest) =>
  rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && !['host', 'connection'].includes(name.toLowerCase())
      ? [`${name}: ${rawHeaders[at + 1]}`]
      : [],
  )

describe.each(ways)('over %s', (_, transport) => {
  test.each(['ethers-6.json', 'cast-1.json'])('a keystore of %s signs in', async (keystore) => {
    const home = freshFolder()
    cpSync(join(fixtures, keystore), join(home, 'wallet.json'))
    writeFileSync(join(home, 'password'), 'throwaway-password\n', { mode: 0o600 })
    writeFileSync(join(home, 'key'), `${service.witness.key}\n`, { mode: 0o600 })
    const line = [
      'login',
      '-n',
      'testnet',
      '--base-url',
      service.witness.url,
      '--json',
      '--key-file',
      join(home, 'key'),
    ]
    const signer = ['--keystore', join(home, 'wallet.json'), '--password-file', join(home, 'password')]
    const { code, stdout, stderr } = await movecli([...line, ...signer], { home, transport })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ address, network: 'testnet', profile: 'default' })
    const [request] = service.witness.requests
    expect(request?.target).toBe('/v1/auth/login')
    const body = JSON.parse(request?.body ?? '') as Record<string, string>
    expect(Object.keys(body)).toEqual(['address', 'signature', 'message'])
    expect(body['signature']).toMatch(/^0x[0-9a-f]{130}$/)
    expect(body['message']).toContain(`URI: ${service.witness.url}\n`)

    const after = await movecli('motion daily --json', {
      home,
      transport,
      env: { MOVECLI_BASE_URL: service.witness.url },
    })
    expect(after.code).toBe(0)
    expect(headersOf(service.witness.requests[1]!).at(-1)).toMatch(
      /^Authorization: Bearer d2l0\.bmVzcw\.bG9naW4\d$/,
    )
  })

  test('a day without a date sends no date; every header is as documented', async () => {
    expect((await service.run('motion daily', { transport })).code).toBe(0)
    const [request] = service.witness.requests
    expect({ method: request?.method, target: request?.target, body: request?.body }).toEqual({
      method: 'GET',
      target: '/v1/motion/daily',
      body: '',
    })
    expect(headersOf(request!)).toEqual([
      'X-API-Key: witness-key',
      'Content-Type: application/json',
      `User-Agent: movecli/${version()}`,
      `Authorization: Bearer ${service.witness.token}`,
    ])
  })

  test('a day with a date and an address sends both, encoded', async () => {
    await service.run(`motion daily --date 2026-01-31 --address ${address} --param tag=a&b`, { transport })
    expect(service.witness.requests[0]?.target).toBe(
      `/v1/motion/daily?date=2026-01-31&address=${address}&tag=a%26b`,
    )
  })

  test('a submission converts units and keeps digits, byte for byte', async () => {
    const line = 'motion submit --steps 5000 --distance 3200m --duration 10m --proof zkp --device-id watch-7'
    expect((await service.run(line, { transport })).code).toBe(0)
    const [request] = service.witness.requests
    expect({ method: request?.method, target: request?.target }).toEqual({
      method: 'POST',
      target: '/v1/motion/submit',
    })
    expect(request?.body).toBe(
      '{"steps":5000,"distance":3.2,"duration":600,"proof":"zkp","device_id":"watch-7"}',
    )
    expect(headersOf(request!).map((header) => header.toLowerCase())).toContain(
      `content-length: ${request?.body.length}`,
    )
  })

  test.each([
    ['MOTION_001', 'motion submit --steps 1 --proof zkp', 5],
    ['MOTION_002', 'motion submit --steps 1 --proof zkp', 5],
    ['AUTH_001', 'motion daily', 4],
    ['AUTH_002', 'motion daily', 4],
    ['CHAIN_001', 'motion daily', 8],
    ['RATE_001', 'motion daily', 7],
  ] as const)('%s to `%s` ends with %i', async (code, line, exit) => {
    const { status, body } = failure(code, 'the details of it')
    service.witness.answer({ times: 10, status, body })
    const ran = await service.run(`${line} --json`, { transport })
    expect(ran.stdout).toBe('')
    expect(JSON.parse(ran.stderr)).toMatchObject({
      success: false,
      error: {
        code,
        exit_code: exit,
        http_status: status,
        details: 'the details of it',
        outcome: 'rejected',
      },
    })
    expect(ran.code).toBe(exit)
    expect(service.witness.requests).toHaveLength(code === 'CHAIN_001' || code === 'RATE_001' ? 4 : 1)
  })

  test.each(['json', 'ndjson', 'tsv', 'csv', 'table'])('amounts keep their digits as %s', async (format) => {
    const { stdout } = await service.run(`motion daily --format ${format}`, { transport })
    for (const digits of ['1.10', '9007199254740993', '0.1234567890123456789'])
      expect(stdout).toMatch(new RegExp(`(?<![\\d.])${digits}(?![\\d.])`))
  })

  test('fields keep their digits too', async () => {
    const { stdout } = await service.run('motion daily --json --fields earnings.mft,earnings.k_day', {
      transport,
    })
    expect(stdout).toBe('{"earnings":{"mft":1.10,"k_day":9007199254740993}}\n')
  })
})

const version = () =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version

test('a prover is given the motion on stdin and its output is the proof', async () => {
  const home = freshFolder()
  const prover = join(home, 'prove')
  writeFileSync(prover, '#!/bin/sh\nread motion\nprintf "proof-of-%s\\n" "$motion" | tr -d " "\n')
  chmodSync(prover, 0o755)
  const ran = await service.run(
    ['motion', 'submit', '--steps', '12', '--duration', '1h02m', '--prover', prover],
    { home },
  )
  expect(ran.code).toBe(0)
  expect(service.witness.requests[0]?.body).toBe(
    '{"steps":12,"duration":3720,"proof":"proof-of-{\\"steps\\":12,\\"duration\\":3720}"}',
  )
})

test.each([
  ['motion daily --date 2026-02-30', 'is not a valid date'],
  ['motion daily --date soon', 'is not a date'],
  ['motion daily --address 0xC1b1550860Af52B06262459996047267E43aCb8B', 'checksum'],
  ['motion submit --steps -5 --proof x', 'cannot be negative'],
  ['motion submit --steps 5.5 --proof x', 'whole number'],
  ['motion submit --distance abc --proof x', 'must be kilometers'],
  ['motion submit --duration 5x --proof x', 'must be seconds'],
  ['motion submit', 'There is nothing to submit'],
  ['motion submit --steps 1 --prover ./not-there', 'no program'],
  ['motion submit --steps 1 --proof x --proof-file y', 'Give one of'],
  ['motion submit --steps 1 --proof-file /not/there', 'does not exist'],
])('`%s` is refused with a sentence, the next step, exit 2, and nothing is sent', async (line, words) => {
  const { code, stdout, stderr } = await service.run(line)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(words)
  expect(stderr).toMatch(/^fix: ./m)
  expect(service.witness.requests).toHaveLength(0)
})

test('a date that comes back as another is said on stderr', async () => {
  service.witness.answer({ path: '/motion/daily*', body: '{"success":true,"data":{"date":"2026-01-30"}}' })
  const { code, stdout, stderr } = await service.run('motion daily --date 2026-01-31', { tty: true })
  expect(code).toBe(0)
  expect(stdout).toContain('–')
  expect(stderr).toContain('The service answered for 2026-01-30, but 2026-01-31 was asked for.')
  expect(stderr).toContain('not as documented')
})

test('with --strict a record that is not as documented is exit 8', async () => {
  service.witness.answer({
    path: '/motion/daily',
    body: '{"success":true,"data":{"date":"2026-01-30","steps":"many"}}',
  })
  const { code, stdout, stderr } = await service.run('motion daily --strict')
  expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
  expect(stderr).toContain('steps (number is documented, string came)')
})

test('--dry-run sends nothing and hides what is secret', async () => {
  const { code, stdout } = await service.run('motion submit --steps 7 --proof zkp-secret --dry-run --json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    dry_run: true,
    method: 'POST',
    url: `${service.witness.url}/motion/submit`,
    headers: { 'X-API-Key': '[11 characters]' },
    body: { steps: 7, proof: '[10 characters]' },
  })
  expect(service.witness.requests).toHaveLength(0)
})
