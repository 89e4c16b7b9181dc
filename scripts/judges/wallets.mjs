/** Foundry's cast and anvil: they judge our signatures, and movecli takes what they made. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { names } from './install.mjs'
import { freePort, runToEnd, startProgram } from './programs.mjs'

/** What every copy of anvil has: everyone may know this key. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const password = 'throwaway ﬁ-password'

/** cast as a function that gives back its words. */
export const castOf = (tools) => async (args) => {
  const { code, stdout } = await runToEnd(tools.cast, args)
  return { fine: code === 0, text: stdout.trim() }
}

/** A keystore that cast makes, and its password in a file, for movecli to sign in with. */
export async function castKeystore(cast, folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const flags = ['-k', folder, '--private-key', privateKey, '--unsafe-password', password]
  const made = await cast(['wallet', 'import', 'judge', ...flags])
  if (!made.fine) throw new Error(`cast made no keystore: ${made.text}`)
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  chmodSync(join(folder, 'judge'), 0o600)
  return { keystore: join(folder, 'judge'), passwordFile }
}

/** Has cast and anvil recover the signer of each sign-in that movecli sent, and of one that was changed. */
export async function judgeSignatures(logins, { cast, anvil, tally }) {
  const judge = async (who, subject, recover) => {
    for (const { address, message, signature } of logins) {
      tally.judge(who, subject, await recover(address, message, signature), `${address}: ${signature}`)
      const changed = await recover(address, `${message}.`, signature)
      tally.judge(who, 'refuses a changed message (control)', !changed)
    }
  }
  await judge(names.cast, 'signatures of movecli, sent by login', async (address, message, signature) => {
    const { fine, text } = await cast(['wallet', 'verify', '--address', address, message, signature])
    return fine && text.includes('succeeded')
  })
  await judge(
    names.anvil,
    'signatures of movecli, by ecrecover on a chain',
    async (address, message, signature) => {
      const hash = (await cast(['hash-message', message])).text
      const [, r, s, v] = /^0x(.{64})(.{64})(.{2})$/.exec(signature) ?? []
      const data = `${hash}${v?.padStart(64, '0')}${r}${s}`
      const found = await anvil('eth_call', [{ to: `0x${'1'.padStart(40, '0')}`, data }, 'latest'])
      return found.slice(-40) === address.slice(2).toLowerCase()
    },
  )
}

/** A local chain; `call(method, params)` asks it. */
export async function startAnvil(tools) {
  const port = await freePort()
  const program = await startProgram(tools.anvil, ['--host', '127.0.0.1', '--port', String(port)], {
    ready: /Listening on/,
  })
  const call = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })
    const { result, error } = await answer.json()
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  return { call, port, stop: program.stop }
}

/** The sandbox and movecli take what others signed: sent raw, by a program of the user's, carried to cast and back. */
export async function judgeTheirs(movecliOf, { keyFile, baseUrl }, bench) {
  const { folder, tools, tally, cast, anvil, say } = bench
  const makers = {
    cast: async (message) => (await cast(['wallet', 'sign', '--private-key', privateKey, message])).text,
    anvil: async (message) => anvil.call('personal_sign', [hexOf(message), address]),
  }
  const raw = movecliOf('raw')
  await raw(['login', '--key-only', '--key-file', keyFile])
  for (const [maker, sign] of Object.entries(makers)) {
    const message = signInText(baseUrl)
    const stdin = JSON.stringify({ address, message, signature: await sign(message) })
    const { code, stderr } = await raw(['api', 'POST', '/auth/login', '--input', '-', '--json'], { stdin })
    tally.judge(names[maker], 'signs, and the sandbox verifies', code === 0, stderr.trim())
  }
  const flags = await flagsOfLogin(raw)
  const subject = 'signs, and movecli verifies and signs in'
  if (flags.includes('exec')) {
    const signer = signerProgram(folder, { cast: tools.cast, port: anvil.port })
    for (const maker of Object.keys(makers)) {
      const words = ['login', '--key-file', keyFile, '--json', '--exec', signer, '--', maker]
      const { code, stderr } = await movecliOf(`signed-by-${maker}`)(words)
      tally.judge(names[maker], `${subject} (--exec)`, code === 0, stderr.trim())
    }
  } else say('not judged: login has no --exec')
  if (flags.includes('message-file')) {
    const movecli = movecliOf('carried')
    const { stdout } = await movecli(['login', '--print-message', '--address', address])
    const message = join(folder, 'message.txt')
    writeFileSync(message, stdout)
    const signature = await makers.cast(stdout.replace(/\n$/, ''))
    const carried = ['--message-file', message, '--signature', signature, '--address', address]
    const { code, stderr } = await movecli(['login', '--key-file', keyFile, '--json', ...carried])
    tally.judge(names.cast, `${subject} (--message-file)`, code === 0, stderr.trim())
  } else say('not judged: login has no --message-file')
}

async function flagsOfLogin(movecli) {
  const { stdout } = await movecli(['login', '--help'])
  return [...stdout.matchAll(/--([a-z-]+)/g)].map(([, name]) => name)
}

const hexOf = (text) => `0x${Buffer.from(text).toString('hex')}`

/** A sign-in message (EIP-4361) that movecli did not write. */
const signInText = (baseUrl) =>
  [
    `${new URL(baseUrl).host} wants you to sign in with your Ethereum account:`,
    address,
    '',
    '',
    `URI: ${baseUrl}`,
    'Version: 1',
    'Chain ID: 1',
    `Nonce: ${randomBytes(8).toString('hex')}`,
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n')

/** A program for `login --exec` whose signatures come from cast, or from an account that anvil holds. */
function signerProgram(folder, { cast, port }) {
  const file = join(folder, 'signer.mjs')
  const text = `#!${process.execPath}
import { execFileSync } from 'node:child_process'
let asked = ''
for await (const part of process.stdin.setEncoding('utf8')) asked += part
const ask = JSON.parse(asked)
const address = '${address}'
const theirs = {
  cast: () => execFileSync('${cast}', ['wallet', 'sign', '--private-key', '${privateKey}', ask.message], { encoding: 'utf8' }).trim(),
  anvil: async () => {
    const params = ['0x' + Buffer.from(ask.message).toString('hex'), address]
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'personal_sign', params })
    const headers = { 'content-type': 'application/json' }
    return (await (await fetch('http://127.0.0.1:${port}', { method: 'POST', headers, body })).json()).result
  },
}
const signature = ask.op === 'sign_message' ? await theirs[process.argv[2]]() : undefined
console.log(JSON.stringify({ version: 1, address, signature }))
`
  writeFileSync(file, text, { mode: 0o700 })
  return file
}
