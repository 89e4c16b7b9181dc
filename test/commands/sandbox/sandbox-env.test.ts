/** `sandbox start … -- command`: real child processes of the built command line. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { sandboxPrivateKey } from '../../../src/sandbox/constants.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { movecliProcess, movecliScript } from '../../support/process.ts'

let script = ''
beforeAll(async () => {
  script = await movecliScript()
})

const node = process.execPath
const sandbox = (...words: string[]) => ['sandbox', 'start', '--memory', '--port', '0', ...words]
const started = async (words: string[], env: Record<string, string> = {}, home = freshFolder()) =>
  movecliProcess(words, { home, env })

test('the command finds the sandbox by its variables, and its exit code is the end', async () => {
  const ask = `fetch(process.env.MOVECLI_BASE_URL + '/motion/daily', { headers: {
    'x-api-key': process.env.MOVECLI_API_KEY, authorization: 'Bearer ' + process.env.MOVECLI_TOKEN } })
    .then(async (answer) => { console.log(answer.status, (await answer.json()).success); process.exit(7) })`
  const { code, stdout } = await (await started(sandbox('--', node, '-e', ask))).ended
  expect({ code, stdout }).toEqual({ code: 7, stdout: '200 true\n' })
})

test('movecli itself just works beside it: nothing but its result is on stdout', async () => {
  const child = [node, script, 'motion', 'daily', '--json']
  const { code, stdout, stderr } = await (await started(sandbox('--', ...child))).ended
  expect({ code, stderr: stderr.replace(/\d+\/v1/, 'PORT/v1') }).toEqual({
    code: 0,
    stderr: 'The sandbox is at http://127.0.0.1:PORT/v1\n',
  })
  expect(JSON.parse(stdout)).toMatchObject({ earnings: {} })
})

test("the user's own profile, credentials and sandbox login do not reach the command", async () => {
  const folder = freshFolder()
  const put = await movecli('config set deviceId w -p ops -n testnet', { home: folder })
  expect(put.code).toBe(0)
  const key = join(folder, 'wallet.key')
  writeFileSync(key, sandboxPrivateKey, { mode: 0o600 })
  expect(
    (await movecli(`login -n sandbox -p sandbox --private-key-file ${key}`, { home: folder })).code,
  ).toBe(0)
  const own = { MOVECLI_PROFILE: 'ops', MOVECLI_API_KEY_FILE: '/nowhere', MOVECLI_KEYSTORE: key }
  const shown = [
    node,
    '-e',
    'console.log(Object.keys(process.env).filter((n) => /MOVECLI/.test(n)).sort().join())',
  ]
  const names = await (await started(sandbox('--', ...shown), own, folder)).ended
  expect(names.stdout).toBe('MOVECLI_API_KEY,MOVECLI_BASE_URL,MOVECLI_NETWORK,MOVECLI_TOKEN\n')
  const child = [node, script, 'token', 'price', '--json']
  const { code, stderr } = await (await started(sandbox('--', ...child), own, folder)).ended
  expect({ code, said: stderr.includes('error') }).toEqual({ code: 0, said: false })
})

test('--seed chooses the made-up data, the same for the same seed', async () => {
  const ask = [node, script, 'motion', 'daily', '--date', '2025-05-05', '--json']
  const day = async (seed: string) =>
    (await (await started(sandbox('--seed', seed, '--', ...ask))).ended).stdout
  const [first, again, other] = [await day('a'), await day('a'), await day('b')]
  expect(first).toBe(again)
  expect(first).not.toBe(other)
})

test('a program that is not there is exit 2 and nothing is served', async () => {
  const { code, stdout, stderr } = await movecli(sandbox('--', 'no-such-program-here'))
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('There is no program no-such-program-here')
})

test('a program is never found in the current directory', async () => {
  const folder = freshFolder()
  execFileSync('sh', ['-c', 'printf "#!/bin/sh\\nexit 0\\n" > tool; chmod +x tool'], { cwd: folder })
  const child = spawn(node, [script, ...sandbox('--', 'tool')], {
    cwd: folder,
    env: { PATH: `.:${process.env['PATH']}`, HOME: folder },
    stdio: 'ignore',
  })
  expect(await once(child, 'close')).toEqual([2, null])
})

test('a polite kill reaches the command, and the exit code names the signal', async () => {
  const waits = "console.log('up'); setInterval(() => {}, 1000)"
  const running = await started(sandbox('--', node, '-e', waits))
  await running.says('up')
  running.child.kill('SIGTERM')
  expect((await running.ended).code).toBe(143)
})

test('a command that ends in its own time after Ctrl-C decides the exit code', async () => {
  const waits = "process.on('SIGINT', () => process.exit(5)); console.log('up'); setInterval(() => {}, 1000)"
  const running = await started(sandbox('--', node, '-e', waits))
  await running.says('up')
  running.child.kill('SIGINT')
  expect((await running.ended).code).toBe(5)
})

test('--dry-run neither serves, nor makes the folder, nor runs the command', async () => {
  const folder = freshFolder()
  const [data, mark] = [join(folder, 'data'), join(folder, 'mark')]
  for (const where of [['--memory'], ['--data', data], []]) {
    const line = ['sandbox', 'start', '--port', '0', ...where, '--dry-run', '--', 'touch', mark]
    const { code, stdout } = await movecli(line, { home: folder })
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^would serve the sandbox on 127\.0\.0\.1, a free port, its data in .+, run the command/,
    )
  }
  const { stdout } = await movecli('sandbox start --memory --dry-run --json', { home: folder })
  expect(JSON.parse(stdout)).toEqual({
    dry_run: true,
    host: '127.0.0.1',
    port: 4017,
    folder: null,
    command: [],
  })
  expect([existsSync(data), existsSync(mark), existsSync(join(folder, '.local'))]).toEqual([
    false,
    false,
    false,
  ])
})
