/** Prism holds every request and answer to the document: between movecli and the sandbox, and in place of the service. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { controls } from './controls.mjs'
import { names } from './install.mjs'
import { movecliIn } from './movecli.mjs'
import { freePort, startProgram } from './programs.mjs'
import { startRelay } from './relay.mjs'
import { faults, mockReads, session } from './sessions.mjs'
import { castKeystore, judgeSignatures, judgeTheirs } from './wallets.mjs'

/** Prism does not know it: the first relay takes it off. */
const version = '/v1'

/**
 * movecli → relay → Prism → relay → sandbox. The first relay has the sandbox's port, so that the sign-in message names
 * it, and takes /v1 off, which Prism does not know; the second can spoil an answer, to see that Prism notices.
 */
export async function judgeProxy(bench) {
  const { bin, file, folder, tools, tally, endings, cast, anvil } = bench
  const flags = ['--host', '127.0.0.2', '--port', '0', '--memory', '--json']
  const sandbox = await startProgram(
    process.execPath,
    [bin, 'sandbox', 'start', ...flags, ...faults.flatMap((fault) => ['--fault', fault])],
    { ready: /^(\{.*\})$/m, env: { PATH: process.env.PATH, HOME: home(folder, 'server') } },
  )
  endings.push(sandbox.stop)
  const place = JSON.parse(sandbox.match[1])
  const back = await startRelay({ target: place.base_url })
  endings.push(back.stop)
  const prism = await startPrism(['proxy', file, back.url, '--errors'], tools)
  endings.push(prism.stop)
  const front = await startRelay({
    port: Number(new URL(place.base_url).port),
    target: prism.url,
    strip: version,
  })
  endings.push(front.stop)

  const env = { MOVECLI_NETWORK: 'testnet', MOVECLI_BASE_URL: `${front.url}${version}` }
  const signedIn = movecliIn(bin, home(folder, 'signed-in'), env)
  const keyOnly = movecliIn(bin, home(folder, 'key-only'), env)
  const keyFile = secretFile(folder, 'key', place.api_key)
  const { keystore, passwordFile } = await castKeystore(cast, join(folder, 'keystores'))
  const signIn = ['login', '--key-file', keyFile, '--keystore', keystore, '--password-file', passwordFile]
  await keyOnly(['login', '--key-only', '--key-file', keyFile])
  const far = ['--distance', '3.2km', '--duration', '31m', '--device-id', 'watch-7']
  const proofOf = async (flags) => signedIn(['sandbox', 'proof', ...flags])
  const proof = (await proofOf(['--steps', '5000', ...far])).stdout.trim()
  const rows = await rowsFile(folder, async (steps) =>
    (await proofOf(['--steps', steps, ...far])).stdout.trim(),
  )
  const homes = { 'key-only': keyOnly, 'signed-in': signedIn }
  await play(session({ proof, signIn, rows }), homes, bench)

  const privateKey = secretFile(folder, 'wallet', place.private_key)
  const byKey = movecliIn(bin, home(folder, 'by-key'), env)
  await play(
    [{ words: ['login', '--key-file', keyFile, '--private-key-file', privateKey], schema: 'login' }],
    { 'signed-in': byKey },
    bench,
  )
  const ours = front.exchanges
    .filter(({ path, status }) => path === '/auth/login' && status === 200)
    .map(({ sent }) => JSON.parse(sent))
  await judgeTheirs(
    (name) => movecliIn(bin, home(folder, name), env),
    { keyFile, baseUrl: env.MOVECLI_BASE_URL },
    bench,
  )
  judgeExchanges(front.exchanges, bench)
  await judgeSignatures(ours, { cast, anvil: anvil.call, tally })
  await controls({ url: `${front.url}${version}`, back, key: place.api_key }, bench)
}

/** movecli's reads against Prism's mock. */
export async function judgeMock(bench) {
  const { bin, file, folder, tools, endings } = bench
  const prism = await startPrism(['mock', file, '--errors'], tools)
  endings.push(prism.stop)
  const front = await startRelay({ target: prism.url, strip: version })
  endings.push(front.stop)
  const movecli = movecliIn(bin, home(folder, 'mock'), {
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: `${front.url}${version}`,
    MOVECLI_API_KEY: 'any-key',
    MOVECLI_TOKEN: 'any-token',
  })
  await play(mockReads, { 'signed-in': movecli }, bench, 'mock')
  judgeExchanges(front.exchanges, bench, 'mock')
}

/** Types each line; its end and its JSON are held to what the session says. */
async function play(lines, homes, { tally, check }, where = 'proxy') {
  let nft = ''
  for (const { words, exit = 0, schema = 'failure', stdin, env, home: at = 'signed-in' } of lines) {
    const typed = words.map((word) => word.replace('{nft}', nft))
    const { code, stdout, stderr } = await homes[at]([...typed, '--json'], { stdin, env })
    const line = typed.slice(0, 3).join(' ')
    tally.judge('movecli', `ends as it should (${where})`, code === exit, `${line}: exit ${code}\n${stderr}`)
    const text = (schema === 'failure' ? (stderr.trim().split('\n').at(-1) ?? '') : stdout).trim()
    const value = parsed(text)
    const wrong = value === undefined ? `no JSON: ${text.slice(0, 200)}` : check(schema, value)
    tally.judge(
      names.ajv,
      schema === 'failure' ? 'failures' : 'results',
      wrong === undefined,
      `${line}: ${wrong}`,
    )
    if (schema === 'nft.mint') nft = value?.nft?.id ?? ''
  }
}

/** Each exchange that went by: Prism answers with a problem of its own where something does not conform. */
function judgeExchanges(exchanges, { document, tally, say }, way = 'proxy') {
  const seen = new Set()
  for (const { method, path, status, type, text, headers } of exchanges) {
    const fine = !/problem/.test(type) && headers['sl-violations'] === undefined
    tally.judge(
      names.prism,
      `requests and answers (${way})`,
      fine,
      `${method} ${path} ${status}: ${text.slice(0, 600)}`,
    )
    if (fine) seen.add(`${method} ${status} ${patternOf(path, document)}`)
  }
  if (way !== 'proxy') return
  for (const [path, methods] of Object.entries(document.paths))
    for (const method of Object.keys(methods))
      tally.judge(
        names.prism,
        'operations seen to succeed',
        seen.has(`${method.toUpperCase()} 200 ${path}`),
        `${method} ${path}`,
      )
  const statuses = new Set([...seen].map((each) => each.split(' ')[1]))
  for (const status of ['200', '400', '401', '404', '429', '503'])
    tally.judge(names.prism, 'documented statuses seen', statuses.has(status), status)
  say(`        ${exchanges.length} exchanges`)
}

async function startPrism(words, tools) {
  const port = await freePort()
  const prism = await startProgram(tools.prism, [...words, '-h', '127.0.0.1', '-p', String(port)], {
    ready: /Prism is listening/,
  })
  return { url: `http://127.0.0.1:${port}`, stop: prism.stop }
}

/** The document's path that this one fits. */
function patternOf(path, document) {
  const bare = path.split('?')[0]
  return document.paths[bare] ? bare : bare.replace(/0x[0-9a-fA-F]{40}$/, '{address}')
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function home(folder, name) {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}

/** Four rows with their proofs, and one with a false proof. */
async function rowsFile(folder, proofOf) {
  const lines = []
  for (const steps of [6001, 6002, 6003, 6004, 6005]) {
    const proof = steps === 6005 ? 'false' : await proofOf(String(steps))
    lines.push(JSON.stringify({ steps, distance: 3.2, duration: 1860, device_id: 'watch-7', proof }))
  }
  const path = join(folder, 'rows.ndjson')
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

function secretFile(folder, name, text) {
  const path = join(folder, `${name}.txt`)
  writeFileSync(path, `${text}\n`, { mode: 0o600 })
  return path
}
