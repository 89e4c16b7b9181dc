/** What bin says by itself, and how the built command behaves in a pipe. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { helpOfRoot } from '../src/reference/help-text.ts'
import { nouns } from './support/nouns.ts'
import { version } from '../src/runtime/version.ts'
import { bin, built } from './support/built.ts'
import { freshFolder, movecli } from './support/movecli.ts'
import { failure, startWitness } from './witness/service.ts'
import { environmentTo } from './support/testnet.ts'

const kept = JSON.parse(readFileSync(join(bin, '../../dist/static-text.json'), 'utf8')) as {
  helpOf: Record<string, string>
}

test('many lines of -vv at once are lines, and no warning of Node', async () => {
  const witness = await startWitness()
  const headers = Array.from({ length: 40 }, (_, at): [string, string] => [`X-Note-${at}`, 'v'.repeat(200)])
  witness.answer({ body: '{"success":true,"data":{"usd":1.10}}', headers })
  const ran = await built(['token', 'price', '-vv'], { home: freshFolder(), env: environmentTo(witness) })
  expect(ran.code).toBe(0)
  expect(ran.stderr.match(/^< x-note-/gim)).toHaveLength(headers.length)
  expect(ran.stderr).not.toMatch(/Warning/)
})

/** What is preloaded so that a command takes this Node for another. */
const asNode = (home: string, node: string) => {
  const file = join(home, `${node}.cjs`)
  const value = `{ ...process.versions, node: '${node}' }`
  writeFileSync(file, `Object.defineProperty(process, 'versions', { value: ${value} })`)
  return ['-r', file]
}

test.each(['18.20.4', '20.18.3', '21.7.3', '22.2.0'])(
  'Node %s gets one sentence and exit 3',
  async (node) => {
    const home = freshFolder()
    expect(await built(['motion', 'daily'], { home, node: asNode(home, node) })).toEqual({
      code: 3,
      stdout: '',
      stderr: `error: movecli needs Node 20.19 or newer, and not 21 or 22.0 to 22.2; this is Node ${node}.\n`,
    })
  },
)

test.each(['20.19.0', '22.3.0', '24.0.0'])('Node %s is new enough', async (node) => {
  const home = freshFolder()
  expect((await built(['config', 'path'], { home, node: asNode(home, node) })).code).toBe(0)
})

test.each([
  ['--version', `${version}\n`],
  ['-V', `${version}\n`],
  ['--help', helpOfRoot(nouns)],
  ['-h', helpOfRoot(nouns)],
  ['help', helpOfRoot(nouns)],
])('bin answers %s as the whole command would', async (word, text) => {
  expect(await built([word], { home: freshFolder() })).toEqual({ code: 0, stdout: text, stderr: '' })
  expect(await movecli([word])).toEqual({ code: 0, stdout: text, stderr: '' })
})

test.each(['--version', 'help', 'help flags', 'commands'])(
  'an answer that cannot be written is a failure: %s > /dev/full',
  async (words) => {
    const line = `"$0" "$1" ${words} > /dev/full; echo $?`
    const ran = await promisify(execFile)('bash', ['-c', line, process.execPath, bin], {
      env: { PATH: process.env['PATH'], HOME: freshFolder() },
    })
    expect({ stdout: ran.stdout, stderr: ran.stderr }).toEqual({
      stdout: '1\n',
      stderr: expect.stringContaining('CLI_OUTPUT'),
    })
  },
)

test('a home that may not be read is said, with where to put another', async () => {
  const home = freshFolder()
  const denied = join(home, 'denied.cjs')
  writeFileSync(
    denied,
    `const fs = require('node:fs')
for (const [of, name] of [[fs, 'statSync'], [fs, 'lstatSync'], [fs.promises, 'stat']]) {
  const whole = of[name]
  of[name] = (path, ...rest) => {
    if (!String(path).includes('movecli/') && !String(path).endsWith('/movecli')) return whole(path, ...rest)
    const error = Object.assign(new Error("EACCES: permission denied, stat '" + path + "'"), { code: 'EACCES', path })
    if (name === 'stat') return Promise.reject(error)
    throw error
  }
}`,
  )
  const hint =
    'Make it readable, or set HOME (or MOVECLI_CONFIG_DIR and MOVECLI_STATE_DIR) to a folder of your own.'
  const config = join(home, '.config/movecli')
  const whoami = await built(['whoami', '--json'], { home, node: ['-r', denied] })
  expect(whoami.code).toBe(3)
  expect(JSON.parse(whoami.stderr)).toMatchObject({
    error: { message: `${config}/config.json cannot be read: permission denied.`, hint },
  })
  const { stdout } = await built(['doctor', '--json'], { home, node: ['-r', denied] })
  const findings = JSON.parse(stdout) as { check: string }[]
  expect(findings.find(({ check }) => check === 'settings folder')).toMatchObject({
    found: `${config} cannot be read: permission denied.`,
    fix: hint,
  })
})

test('a Node without WebAssembly runs everything but jq, and says so', async () => {
  const home = freshFolder()
  const words = ['motion', 'daily', '-n', 'sandbox', '--json']
  expect((await built(words, { home, node: ['--jitless'] })).code).toBe(0)
  const { code, stderr } = await built([...words, '--jq', '.steps'], { home, node: ['--jitless'] })
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining('jq needs WebAssembly, which is off in this Node. Nothing was sent.'),
  })
})

test('a full pipe that does not wait is waited for', async () => {
  const pipe = join(freshFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  const full = Buffer.alloc(65_536, '.')
  expect(writeSync(end, full)).toBe(full.length)
  const child = spawn(process.execPath, [bin, 'help'], { stdio: ['ignore', end, 'pipe'] })
  const ended = once(child, 'close')
  const read = () => {
    const part = Buffer.alloc(80_000)
    return part.toString('utf8', 0, readSync(end, part))
  }
  await sleep(800)
  expect(read()).toBe(full.toString())
  expect(await ended).toEqual([0, null])
  expect(read()).toBe(helpOfRoot(nouns))
})

test('an answer whose reader goes away is no failure', async () => {
  const line = `"$0" "$1" help | true; echo "\${PIPESTATUS[0]}"`
  const ran = await promisify(execFile)('bash', ['-c', line, process.execPath, bin])
  expect({ stdout: ran.stdout, stderr: ran.stderr }).toEqual({ stdout: '0\n', stderr: '' })
})

test.each(nouns.map(({ name }) => name))(
  'bin has the help of %s as the whole command says it',
  async (name) => {
    const { stdout } = await movecli([name, '--help'])
    expect(kept.helpOf[name]).toBe(stdout)
  },
)

test('bin answers the help of a command that the first word names, and of no other', async () => {
  const home = freshFolder()
  expect(await built(['motion', '-h'], { home })).toEqual({
    code: 0,
    stdout: kept.helpOf['motion'],
    stderr: '',
  })
  const { code, stderr } = await built(['constructor', '--help'], { home })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'error: movecli has no command "constructor". (CLI_USAGE)\nfix: See movecli --help.\n',
  })
})

test.each([
  [['-V', '--json'], {}],
  [['-V'], { MOVECLI_FORMAT: 'json' }],
])('the version is JSON where that is asked for: %j %o', async (words, env) => {
  const { code, stdout } = await built(words, { home: freshFolder(), env })
  expect({ code, stdout: JSON.parse(stdout) }).toEqual({ code: 0, stdout: { version } })
})

test('bin loads neither client nor store to answer --version and --help', () => {
  const text = readFileSync(bin, 'utf8')
  expect(text.match(/require\('[^']+'\)/g)).toEqual([
    "require('fs')",
    "require('../dist/main.js')",
    "require('../dist/static-text.json')",
    "require('../dist/static-text.json')",
  ])
})

test('what is loaded late is there: a wait is waited, a packed answer opened, localhost looked up', async () => {
  const witness = await startWitness()
  const env = {
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: witness.url.replace('127.0.0.1', 'localhost'),
    MOVECLI_API_KEY: witness.key,
  }
  witness.answer({ ...failure('RATE_001'), headers: [['Retry-After', '1']], times: 1 })
  witness.answer({
    body: gzipSync('{"success":true,"data":{"usd":1.10}}'),
    headers: [['Content-Encoding', 'gzip']],
  })
  const began = performance.now()
  const { code, stdout, stderr } = await built(['token', 'price', '--json'], { home: freshFolder(), env })
  const took = performance.now() - began
  await witness.close()
  expect({ code, stdout, stderr, requests: witness.requests.length }).toEqual({
    code: 0,
    stdout: '{"usd":1.10}\n',
    stderr: '',
    requests: 2,
  })
  expect(took).toBeGreaterThan(900)
})

/** The built command on 4,000 rows, and the service that takes them; what it says is read by nobody. */
async function unreadRun() {
  const witness = await startWitness()
  const home = freshFolder()
  const rows = Array.from(
    { length: 4000 },
    (_, n) => `{"steps":${n},"id":"a-name-that-makes-lines-long-${n}"}\n`,
  )
  writeFileSync(join(home, 'rows.ndjson'), rows.join(''))
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ...environmentTo(witness),
  }
  return { witness, home, env, words: [bin, 'motion', 'submit', '--from', join(home, 'rows.ndjson')] }
}

test('a stop ends a run whose results nobody reads, and its journal is whole', async () => {
  const { witness, home, env, words } = await unreadRun()
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  await expect.poll(() => witness.requests.length, { timeout: 60_000 }).toBeGreaterThan(900)
  const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)))
  child.kill('SIGTERM')
  expect(['SIGTERM', 143]).toContain(await ended)
  child.stdout.destroy()
  const { stdout } = await built(['journal', 'ls', '--json'], { home })
  const rows = JSON.parse(stdout) as { state: string }[]
  // Those that were still connecting are given up, and not sent.
  expect(rows.filter(({ state }) => state !== 'applied' && state !== 'not_sent')).toEqual([])
  expect(rows.filter(({ state }) => state === 'applied').length).toBe(witness.requests.length)
  await witness.close()
})

test('a run whose reader goes away is no success: rows are left', async () => {
  const { witness, home, env, words } = await unreadRun()
  const line = `"$0" "$@" --summary ${home}/sum.json | head -1 >/dev/null; echo "\${PIPESTATUS[0]}"`
  const { stdout: status } = await promisify(execFile)('bash', ['-c', line, process.execPath, ...words], {
    env,
  })
  await witness.close()
  const { exit, left } = JSON.parse(readFileSync(join(home, 'sum.json'), 'utf8')) as {
    exit: number
    left: number
  }
  expect([status.trim(), exit, left > 0]).toEqual(['10', 10, true])
})

test('a reader that goes away is no failure', () => {
  const home = freshFolder()
  const out = execFileSync(
    'sh',
    ['-c', `"${process.execPath}" "${bin}" help environment | head -1; echo "$?"`],
    {
      env: { PATH: process.env['PATH'], HOME: home },
      encoding: 'utf8',
    },
  )
  expect(out).toBe('Environment variables; an empty one counts as unset\n0\n')
})

test('a disk that is full under stdout is a failure', () => {
  const home = freshFolder()
  const script = `"${process.execPath}" "${bin}" motion daily -n sandbox --json > /dev/full 2> err; echo $?; cat err`
  const out = execFileSync('sh', ['-c', script], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home },
    encoding: 'utf8',
  })
  expect(out).toMatch(/^1\n\{"success":false,"error":\{"code":"CLI_OUTPUT"/)
})

test('what nobody caught is a bug: exit 1, one line, no stack', async () => {
  const broken = async () => {
    throw new RangeError('off by one at sk_live_1234567')
  }
  const { code, stdout, stderr } = await movecli('motion daily -n testnet', {
    env: { MOVECLI_BASE_URL: 'https://testnet.example/v1', MOVECLI_API_KEY: 'sk_live_1234567' },
    transport: broken,
  })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('error: This is a bug in movecli: off by one at [redacted] (CLI_BUG)')
  expect(stderr).not.toContain('    at ')
})

test('a run whose results meet a full disk stops: what was in flight is on record, and it says what is left', async () => {
  const { witness, home, env, words } = await unreadRun()
  const line = `"$0" "$@" --summary ${home}/sum.json 2>&1 >/dev/full; echo "$?"`
  const { stdout } = await promisify(execFile)('bash', ['-c', line, process.execPath, ...words], { env })
  await witness.close()
  type Summary = { applied: number; unknown: number; left: number; exit: number }
  const { applied, unknown, left, exit } = JSON.parse(readFileSync(join(home, 'sum.json'), 'utf8')) as Summary
  expect({ applied, unknown, left }).toEqual({
    applied: witness.requests.length,
    unknown: 0,
    left: 4000 - witness.requests.length,
  })
  // The code that the process ends with, as below.
  expect(exit).toBe(1)
  expect(left).toBeGreaterThan(0)
  expect(stdout).toContain(
    `The result could not be written: ENOSPC. Not every row was applied: ${applied} applied, ${left} left. (CLI_OUTPUT)`,
  )
  expect(stdout).toContain('The same command again sends no row twice.')
  expect(stdout).not.toContain('carried out')
  expect(stdout.endsWith('\n1\n'), stdout).toBe(true)
})

test.each([
  'motion submit -n sandbox --from rows.ndjson --plan',
  'motion submit -n sandbox --from rows.ndjson --dry-run',
  'token claim -n sandbox --dry-run',
  'config set deviceId watch-7 --dry-run',
  'motion submit -n sandbox --reconcile',
  'token claim -n sandbox --reconcile --json',
  'api -n sandbox /token/price',
  'api -n sandbox /nft/collection --paginate',
  'login -n sandbox --print-message --address 0x52908400098527886E0F7030069857D2E4169EE7',
])('%s, which sends nothing, says at a full disk nothing of what was done', async (words) => {
  const home = freshFolder()
  writeFileSync(join(home, 'rows.ndjson'), '{"steps":1}\n')
  const env = { PATH: process.env['PATH'], HOME: home }
  const line = `"$0" "$@" 2>&1 >/dev/full; echo "$?"`
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-c', line, process.execPath, bin, ...words.split(' ')],
    { env, cwd: home },
  )
  expect(stdout).toContain('The result could not be written: ENOSPC.')
  expect(stdout).not.toMatch(/carried out|Do not repeat|outcome +\w|"outcome":"/)
  expect(stdout.endsWith('\n1\n'), stdout).toBe(true)
})

test('an array that meets a full disk comes after the whole run, which may be repeated', async () => {
  const { witness, home, env, words } = await unreadRun()
  const files = `--summary ${home}/sum.json --openmetrics ${home}/metrics.prom`
  const line = `"$0" "$@" --json ${files} 2>&1 >/dev/full; echo "$?"`
  const { stdout } = await promisify(execFile)('bash', ['-c', line, process.execPath, ...words], { env })
  await witness.close()
  expect(witness.requests).toHaveLength(4000)
  expect(JSON.parse(readFileSync(join(home, 'sum.json'), 'utf8'))).toMatchObject({ applied: 4000, exit: 1 })
  expect(readFileSync(join(home, 'metrics.prom'), 'utf8')).toMatch(/submit_exit_code\{[^}]*\} 1\n/)
  const [failure, status] = stdout.trim().split('\n').slice(-2)
  expect({ failure: JSON.parse(failure!), status }).toMatchObject({
    failure: {
      error: {
        code: 'CLI_OUTPUT',
        outcome: 'applied',
        hint: 'The command was carried out. The same command again sends no row twice.',
      },
    },
    status: '1',
  })
})

// macOS and Windows know no limit on the addresses of a process; from Node 24 on jq starts wherever Node does.
test.runIf(process.platform === 'linux' && Number.parseInt(process.versions.node, 10) < 24)(
  'jq that finds no memory to start in is told in one sentence, before anything is sent',
  async () => {
    const witness = await startWitness()
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: freshFolder(),
      ...environmentTo(witness),
    }
    const words = ['motion', 'daily', '--json', '--jq', '.']
    const limited = ['-c', 'ulimit -v 8000000 && exec "$@"', 'sh', process.execPath, bin, ...words]
    const ended = await promisify(execFile)('sh', limited, { env }).catch((error: unknown) => error)
    await witness.close()
    expect(ended).toMatchObject({ code: 3, stdout: '' })
    const { stderr } = ended as { stderr: string }
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        code: 'CLI_CONFIG',
        message: 'There is not enough memory to start jq. Nothing was sent.',
        outcome: 'not_sent',
        hint: expect.stringContaining('ulimit -v'),
      },
    })
    expect(witness.requests).toEqual([])
  },
)
