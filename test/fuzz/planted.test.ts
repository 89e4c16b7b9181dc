/**
 * Commands × verbosity × format × faults with planted secrets: each output, file,
 * argument list and child environment is scanned.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { TransportFailure, type Transport, type WireRequest } from '../../src/contract/wire.ts'
import { sandboxApiKey } from '../../src/sandbox/constants.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { found, planted, repeated } from './planted.ts'
import { reply } from '../support/world.ts'

/** All of them: `npm run fuzz`. The suite takes every 23rd. */
const stride = process.env['FUZZ'] === undefined ? 23 : 1

const home = freshFolder()
const given = (name: string, text: string, mode = 0o600): string => {
  writeFileSync(join(home, name), text, { mode })
  return join(home, name)
}
/** What movecli is given, and the one file of its own that secrets belong into. */
const theirs = /\/(key|token|private|words|password|proof|prover|kyc\.json|rows\.ndjson|credentials\.json)$/
const records = join(home, 'children')
const recorder = (answer: string) => `#!${process.execPath}
const { appendFileSync } = require('node:fs')
appendFileSync(${JSON.stringify(records)}, JSON.stringify([process.argv, process.env]) + '\\n')
let text = ''
process.stdin.on('data', (part) => (text += part)).on('end', () => { ${answer} })
`
const key = given('key', planted['API key'])
const wallet = given('private', planted['private key'])
const words = given('words', planted.mnemonic)
const proof = given('proof', planted.proof)
const kyc = given('kyc.json', JSON.stringify({ full_name: planted['KYC value'] }))
const password = given('password', planted.password)
const rows = given('rows.ndjson', `${JSON.stringify({ steps: 5, proof: planted.proof })}\n`)
const prover = given('prover', recorder(`console.log(${JSON.stringify(planted.proof)})`), 0o700)
const signer = given('signer', recorder('console.error(text); process.exit(1)'), 0o700)
const keystore = new URL('../fixtures/wallets/cast-1.json', import.meta.url).pathname

const lines: string[][] = [
  'motion daily',
  'motion history --limit 2',
  `motion submit --steps 5 --proof-file ${proof}`,
  `motion submit --steps 5 --proof-file ${proof} --dry-run`,
  `motion submit --steps 6 --distance 1 --duration 60 --prover ${prover}`,
  `motion submit --from ${rows} --concurrency 1`,
  'nft ls',
  'nft mint -f kind=shoes --yes',
  'token balance',
  'token claim --yes',
  'token claim --yes --dry-run',
  'token price',
  'user profile',
  `kyc submit --input ${kyc} --yes`,
  `kyc submit --input ${kyc} --dry-run`,
  'kyc status',
  'api GET /motion/daily',
  'whoami',
  'whoami --check',
  'profile show default',
  'config list --show-origin',
  'journal ls',
  'journal export',
  'doctor --report',
  'limits',
  'smoke --suite read',
  `login --key-file ${key} --private-key-file ${wallet}`,
  `login --key-file ${key} --mnemonic-file ${words}`,
  `login --key-file ${key} --keystore ${keystore} --password-file ${password}`,
  `login --key-file ${key} --exec ${signer} --address 0x63FaC9201494f0bd17B9892B9fae4d52fe3BD377`,
  `wallet address --private-key-file ${wallet}`,
  'logout --dry-run',
].map((line) => line.split(' '))
lines.push(['user', 'settings', '-f', `motto=${planted['setting value']}`])
lines.push(['motion', 'submit', '--steps', '7', '--proof', planted.proof])

const verbosity = [[], ['-v'], ['-vv']]
const formats = ['table', 'json', 'tsv', 'ndjson']
const faults = [
  'none',
  'repeats',
  'repeats in headers',
  'not JSON',
  'down',
  'limited',
  'refused',
  'reset',
  'cut off',
] as const

/** A service that takes the planted key, and goes wrong as the fault says; it repeats all that it was sent. */
function serviceWith(fault: (typeof faults)[number]): Transport {
  const sandbox = createSandbox()
  const all = ({ headers, body }: WireRequest) => {
    const sent = Buffer.from(body ?? []).toString()
    const values = Object.values((sent ? JSON.parse(sent) : {}) as object).filter(isText)
    const secrets = Object.entries(headers).flatMap(([name, value]) =>
      /^(x-api-key|authorization)$/i.test(name) ? [value.replace(/^Bearer /, '')] : [],
    )
    return [...secrets, ...values, sent].map(repeated).join(' ')
  }
  const answer = (status: number, text: string, headers: [string, string][] = []) =>
    reply(status, text.slice(0, 100_000), headers)
  return async (request) => {
    const text = all(request)
    const error = { code: 'MOTION_001', message: text.slice(0, 250), details: text.slice(0, 20_000) }
    if (fault === 'repeats') return answer(400, JSON.stringify({ success: false, error }))
    if (fault === 'repeats in headers')
      return answer(400, JSON.stringify({ success: false, error }), [
        ['x-request-id', encodeURIComponent(request.headers['X-API-Key'] ?? '')],
        ['location', `https://elsewhere.example/${encodeURIComponent(text.slice(0, 500))}`],
      ])
    if (fault === 'not JSON') return answer(502, `<html>${text}`)
    if (fault === 'down') return answer(503, JSON.stringify({ success: false, error }))
    if (fault === 'refused')
      return answer(401, JSON.stringify({ success: false, error: { ...error, code: 'AUTH_002' } }))
    if (fault === 'limited') return answer(429, JSON.stringify({ success: false, error }))
    if (fault === 'reset') throw new TransportFailure('sent', new Error(`reset after ${text}`))
    if (fault === 'cut off') return answer(200, `{"success":true,"data":{"echo":${JSON.stringify(text)}`)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        name.toLowerCase() === 'x-api-key' ? sandboxApiKey : value,
      ]),
    )
    return sandbox({ ...request, headers })
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() && !theirs.test(path))

const env = {
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1',
  MOVECLI_API_KEY: planted['API key'],
  MOVECLI_TOKEN: planted['session token'],
  CI: '1',
}

beforeAll(() => {
  // The search itself finds what it looks for, in each form.
  for (const [name, secret] of Object.entries(planted))
    for (const form of repeated(secret).split(' | '))
      expect(found(`before ${form} after`).join()).toContain(name)
})

test('0 of the planted secrets come out, in any form', { timeout: 3_000_000 }, async () => {
  const combinations = lines.flatMap((line) =>
    verbosity.flatMap((verbose) =>
      formats.flatMap((format) => faults.map((fault) => ({ line, verbose, format, fault }))),
    ),
  )
  const leaks: string[] = []
  let scans = 0
  const scan = (what: string, text: string) => {
    scans++
    for (const name of found(text)) leaks.push(`${name} in ${what}`)
  }
  const sizes = new Map<string, string>()
  for (const { line, verbose, format, fault } of combinations.filter((_, at) => at % stride === 0)) {
    const words = [...line, ...verbose, '--format', format, '--retries', '0', '--max-wait', '1s', '--force']
    const known = words.filter(
      (word) => word !== '--force' || /submit|claim|mint|settings|kyc/.test(line.join(' ')),
    )
    const ran = await movecli(known, {
      home,
      env,
      transport: serviceWith(fault),
      sleep: async () => {},
    })
    const name = `${line.slice(0, 2).join(' ')} ${verbose.join('')} ${format} ${fault}`
    scan(`stdout of ${name}`, ran.stdout)
    scan(`stderr of ${name}`, ran.stderr)
    for (const path of filesBelow(home)) {
      const { size, mtimeMs } = statSync(path)
      const state = `${size} ${mtimeMs}`
      if (sizes.get(path) === state) continue
      sizes.set(path, state)
      scan(`${path.slice(home.length)} after ${name}`, readFileSync(path, 'latin1'))
    }
  }
  // oxlint-disable-next-line no-console -- the figure is the point
  console.log(`${scans} scans, ${leaks.length} found`)
  expect(leaks).toEqual([])
  if (stride === 1) expect(scans).toBeGreaterThan(10_000)
})
