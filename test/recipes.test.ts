/** action.yml and docs/recipes.md: every script in them is run by a shell, with a movecli that only keeps what was typed. */
import { nouns } from './support/nouns.ts'
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { expect, test } from 'vitest'
import { version } from '../src/runtime/version.ts'
import { parse } from './support/parse.ts'
import { sandboxApiKey, sandboxToken } from '../src/sandbox/constants.ts'
import { startSandbox } from '../src/sandbox/listen.ts'
import { ndjson, rows } from './bulk/support.ts'
import { freshFolder } from './support/movecli.ts'
import { movecliScript } from './support/process.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const recipes = read('docs/recipes.md')
const blocks = [...recipes.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind, text]) => ({
  kind,
  text: text!,
}))
const scripts = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text)

type Any = Record<string, any> // oxlint-disable-line typescript/no-explicit-any
const manifests = blocks.filter(({ kind }) => kind === 'yaml').map(({ text }) => parseYaml(text) as Any)
const manifest = (kind: string): Any => manifests.find((each) => each['kind'] === kind)!
const action = parseYaml(read('action.yml')) as Any
const step = action['runs'].steps[0] as Any

/** What a script types at movecli, as words; its folders are fresh ones. */
function typed(script: string, env: Record<string, string> = {}, shell = ['sh', '-ec']): string[][] {
  const folder = freshFolder()
  const record = join(folder, 'record')
  const place = join(folder, 'place')
  mkdirSync(place)
  for (const name of ['movecli', 'npx']) {
    const file = join(folder, name)
    const keep = `require('node:fs').appendFileSync('${record}', JSON.stringify(process.argv.slice(1)) + '\\n')`
    writeFileSync(file, `#!${process.execPath}\n${keep}\n`)
    chmodSync(file, 0o755)
  }
  const [program = 'sh', ...flags] = shell
  const here = script
    .replaceAll('/var/lib/movecli', place)
    .replaceAll('PATH=/usr/local/bin', `PATH=${folder}`)
  execFileSync(program, [...flags, here], {
    cwd: place,
    env: { PATH: `${folder}:/usr/bin:/bin`, ...env },
  })
  if (!existsSync(record)) return []
  return readFileSync(record, 'utf8')
    .trim()
    .split('\n')
    .map((line) => wordsOf(JSON.parse(line) as string[]))
}

/** The words after `movecli`, or after `npx --yes movecli@version`. */
function wordsOf([program = '', ...words]: string[]): string[] {
  if (!program.endsWith('npx')) return words
  expect(words.slice(0, 2)).toEqual(['--yes', `movecli@${version}`])
  return words.slice(2)
}

const container = (job: Any): Any => job['template'].spec.containers[0]
const understood = (words: readonly string[]) => {
  const parsed = parse(words, nouns)
  return parsed.kind === 'run' ? parsed.path.join(' ') : parsed.kind
}

test('every script types commands that movecli has', () => {
  const lines = scripts.flatMap((script) => typed(script, { TESTNET_BASE_URL: 'https://testnet.example/v1' }))
  expect(lines.map(understood)).toEqual(['smoke', 'sandbox start', 'smoke', 'motion submit'])
})

test('the nightly submission sends the rows of the day, keeps their results, and sends none of them again', async () => {
  const place = freshFolder()
  const server = await startSandbox({ port: 0 })
  const settings = { 'api-key': sandboxApiKey, token: sandboxToken }
  mkdirSync(join(place, 'bin'))
  writeFileSync(
    join(place, 'bin/movecli'),
    `#!/bin/sh\nexec '${process.execPath}' '${await movecliScript()}' "$@"\n`,
    { mode: 0o755 },
  )
  for (const [name, text] of Object.entries(settings))
    writeFileSync(join(place, name), `${text}\n`, { mode: 0o600 })
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(join(place, `rows-${day}.ndjson`), ndjson(rows(3)))
  const script = scripts
    .find((each) => each.includes('motion submit'))!
    .replaceAll('/var/lib/movecli', place)
    .replaceAll('/etc/movecli', place)
    .replace('PATH=/usr/local/bin', `PATH=${place}/bin`)
    .replace('https://testnet.example/v1', server.url)
  const run = async () => promisify(execFile)('sh', ['-c', script], { cwd: place, env: { HOME: place } })
  expect(await run()).toMatchObject({ stdout: '', stderr: '' })
  const summary = () => JSON.parse(readFileSync(join(place, `${day}.json`), 'utf8')) as unknown
  expect(summary()).toMatchObject({ applied: 3, exit: 0 })
  await run()
  expect(summary()).toMatchObject({ skipped: 3, exit: 0 })
  await server.close()
})

test('every command in the running text is one that movecli has', () => {
  const inline = [...recipes.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`movecli ([^`]+)`/g)]
  expect(inline.map(([, line]) => understood(line!.split(' ')))).toEqual(['smoke', 'motion submit'])
})

test('the scheduled smoke checks type a command that movecli has', () => {
  const { command } = container(manifest('CronJob')['spec'].jobTemplate.spec)
  expect(understood((command as string[]).slice(1))).toBe('smoke')
})

test('the indexed job types each of its shards once', () => {
  const job = manifest('Job')['spec'] as Any
  const { command, args } = container(job)
  const lines = Array.from({ length: job['completions'] as number }, (_, index) =>
    typed(args[0] as string, { JOB_COMPLETION_INDEX: String(index) }, command as string[]),
  ).flat()
  expect(lines.map(understood)).toEqual(Array.from({ length: 8 }, () => 'motion submit'))
  expect(lines.map((words) => words[words.indexOf('--shard') + 1])).toEqual(
    Array.from({ length: 8 }, (_, index) => `${index + 1}/8`),
  )
  expect(job['completionMode']).toBe('Indexed')
})

test('no secret stands in a command line, and each comes from a file or a secret', () => {
  const named = manifests.flatMap(
    (each) => JSON.stringify(each).match(/"name":"MOVECLI_(API_KEY|TOKEN)"[^}]*/g) ?? [],
  )
  expect(named).toHaveLength(2)
  for (const each of named) expect(each).toContain('"secretKeyRef"')
  expect(recipes).toContain('MOVECLI_API_KEY_FILE=/etc/movecli/api-key')
  expect([read('action.yml'), ...scripts].join('\n')).not.toMatch(/--(key|token|password)[ =]/)
})

const inputs = (given: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(step['env'] as Record<string, string>).map(([name, from]) => {
      const [, input = ''] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(from) ?? []
      return [name, given[input] ?? String(action['inputs'][input].default ?? '')]
    }),
  )
const bash = ['bash', '-eo', 'pipefail', '-c']

test('the action types smoke for the network alone', () => {
  expect(typed(step['run'] as string, inputs({ network: 'testnet' }), bash)).toEqual([
    ['smoke', '--network', 'testnet', '--suite', 'read'],
  ])
})

test('the action types every input, whatever is in it', () => {
  const all = {
    network: 'testnet',
    'base-url': 'https://testnet.example/v1',
    suite: 'full',
    junit: 'a b.xml',
    repeat: '3',
    'max-latency': '500',
    'require-all': 'true',
    prover: './prove; echo $HOME',
  }
  const [words = []] = typed(step['run'] as string, inputs(all), bash)
  expect(understood(words)).toBe('smoke')
  const typedWords =
    'smoke --network testnet --suite full --base-url https://testnet.example/v1 --junit a_b.xml --repeat 3 --max-latency 500 --require-all'
  expect(words).toEqual([
    ...typedWords.split(' ').map((word) => word.replace('_', ' ')),
    '--prover',
    './prove; echo $HOME',
  ])
})

test('the action uses each of its inputs, never as text of the script', () => {
  const used = Object.values(step['env'] as Record<string, string>).map(
    (text) => /inputs\.([\w-]+)/.exec(text)?.[1] ?? '',
  )
  expect(used.toSorted()).toEqual(Object.keys(action['inputs'] as object).toSorted())
  expect(step['run']).not.toContain('${{')
  expect(action['inputs'].version.default).toBe(version)
})

test('the workflow gives the action inputs that it has', () => {
  const workflow = manifests.find((each) => each['jobs'])!
  const steps = workflow['jobs'].smoke.steps as Any[]
  const given = Object.keys(steps.find(({ uses }) => uses)!['with'] as object)
  expect(Object.keys(action['inputs'] as object)).toEqual(expect.arrayContaining(given))
})

test('every smoke check that nobody watches fails where it could not be made, and signs in by itself', () => {
  const lines = scripts.flatMap((script) => typed(script, { TESTNET_BASE_URL: 'https://testnet.example/v1' }))
  const scheduled = container(manifest('CronJob')['spec'].jobTemplate.spec)
  const cron = scripts.find((script) => script.includes('movecli-smoke'))!
  expect(lines.find((words) => words.includes('--max-latency'))).toContain('--require-all')
  expect(scheduled.command).toContain('--require-all')
  for (const text of [cron, JSON.stringify(scheduled.env), recipes.slice(0, recipes.indexOf('## cron'))])
    expect(text).toContain('MOVECLI_PRIVATE_KEY_FILE')
})

test('the user of the image may read its secrets and write its volumes', () => {
  for (const spec of [
    manifest('CronJob')['spec'].jobTemplate.spec.template.spec,
    manifest('Job')['spec'].template.spec,
  ]) {
    const { runAsUser, fsGroup } = (spec as Any)['securityContext']
    const secrets = ((spec as Any)['volumes'] as Any[])
      .filter(({ secret }) => secret)
      .map(({ secret }) => secret)
    expect({ runAsUser, fsGroup }).toEqual({ runAsUser: 1000, fsGroup: 1000 })
    // Read by a YAML 1.2 parser the octal digits come as they are written: owner and group, and nobody else.
    expect(secrets.map(({ defaultMode }) => defaultMode as number)).toEqual([440])
  }
})

test('an hour that begins while the one before is at work leaves its results alone', () => {
  const script = scripts.find((each) => each.includes('movecli-submit'))!
  expect(script).toContain('>> "$day.results"')
  expect(script).not.toMatch(/[^>]> "\$day\.(results|err)"/)
})

test.each([
  ['01', '7', ''],
  ['05', '8', ''],
  ['06', '7', 'error: why\n'],
  ['06', '8', 'error: why\n'],
  ['08', '8', 'error: why\n'],
  ['06', '0', ''],
  ['01', '4', 'error: why\n'],
])('a submission that ends in hour %s with %s mails %j', (hour, code, mailed) => {
  const place = freshFolder()
  const programs = {
    date: `#!/bin/sh\n[ "$1" = +%H ] && echo ${hour} || echo 2026-11-23\n`,
    movecli: `#!/bin/sh\necho 'error: why' >&2; exit ${code}\n`,
  }
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(place, name), text, { mode: 0o755 })
  const script = scripts
    .find((each) => each.includes('movecli-submit'))!
    .replaceAll('/var/lib/movecli', place)
    .replace('PATH=/usr/local/bin', `PATH=${place}`)
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(mailed)
})
