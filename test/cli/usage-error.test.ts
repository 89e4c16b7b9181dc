/** What a wrong command line is answered with: exit 2, a sentence and the next step. */
import { expect, test } from 'vitest'
import { movecli } from '../support/movecli.ts'

const wrong: [line: string[], sentence: string][] = [
  [['motion', 'daily', '-n', 'foo'], '--network cannot be "foo"; choose mainnet, testnet, sandbox.'],
  [['motion', 'daily', '--network', 'foo'], '--network cannot be "foo"; choose mainnet, testnet, sandbox.'],
  [['nft', 'ls', '--type', 'foo'], '--type cannot be "foo"; choose shoes, apparel, accessories.'],
  [['motion', 'daily', '--json=false'], '--json takes no value.'],
  [['motion', 'history', '--all=yes'], '--all takes no value.'],
  [['motion', 'daily', '--jsn=false'], 'movecli motion daily has no flag --jsn.'],
  [['--', 'motion', 'daily'], 'No command before --.'],
  [['-q', '--', 'motion'], 'No command before --.'],
  [['motion', 'daily', '-n', 'sandbox', '--fields', ''], '--fields names no field.'],
  [['motion', 'daily', '-n', 'sandbox', '--fields', ',,'], '--fields names no field.'],
]

test.each(wrong)('%j is wrong usage', async (line, sentence) => {
  const { code, stdout, stderr } = await movecli(line)
  expect({ code, stdout, stderr: stderr.split('\n')[0] }).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: ${sentence} (CLI_USAGE)`,
  })
})

const numbers: [line: string, sentence: string, next: string][] = [
  ['nft ls --limit 0', '--limit must be a number, 1 or greater.', 'For example --limit 50.'],
  [
    'motion submit --from x --concurrency 257',
    '--concurrency must be a whole number from 1 to 256.',
    'See movecli motion submit --help.',
  ],
  [
    'sandbox start --port 65536',
    '--port must be a whole number, 65535 or less.',
    'See movecli sandbox start --help.',
  ],
  ['motion daily --watch 25d', '--watch must be between 1s and 24d.', 'For example --watch 5m.'],
  ['login --wait 0', '--wait must be between 1s and 24h.', 'For example --wait 10m.'],
  [
    'journal prune --before soon',
    '--before must be a duration such as 30s, 5m, 1h or 2d; a bare number is seconds.',
    'See movecli journal prune --help.',
  ],
  [
    'journal prune --before hunter2 --before soon',
    '--before must be a duration such as 30s, 5m, 1h or 2d; a bare number is seconds.',
    'See movecli journal prune --help.',
  ],
]

test.each(numbers)(
  '%s is wrong usage, with what to type next, before anything else is looked at',
  async (...row) => {
    const [line, sentence, next] = row
    const { code, stdout, stderr } = await movecli(`${line} -n sandbox --timeout x`.split(' '))
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${sentence} (CLI_USAGE)\nfix: ${next}\n`,
    })
  },
)

test('a wrong number ends no reading of the line: --help and --json count wherever they stand', async () => {
  expect((await movecli('nft ls --limit many --help'.split(' '))).code).toBe(0)
  const { code, stderr } = await movecli('nft ls --limit many --json'.split(' '))
  expect({ code, error: JSON.parse(stderr) }).toMatchObject({
    code: 2,
    error: { error: { message: '--limit must be a number, 1 or greater.' } },
  })
})

test.each(['from', 'shard', 'profiles'])(
  'a second --%s, which would leave something out, is refused',
  async (name) => {
    const { code, stderr } = await movecli(`motion submit --${name} 1/2 --${name}=2/2`.split(' '))
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: --${name} was given twice. (CLI_USAGE)\nfix: Run the command once for each. See movecli motion submit --help.\n`,
    })
  },
)

test('a word too many that may be a secret is not repeated', async () => {
  const { code, stderr } = await movecli(['login', 'hunter2', '-n', 'sandbox'])
  expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
    code: 2,
    stderr: 'error: Unexpected argument. (CLI_USAGE)',
  })
})

test('a value that may be a secret is not repeated', async () => {
  const { code, stderr } = await movecli(['motion', 'daily', '-n', `0x${'42'.repeat(32)}`, '--json=hunter2'])
  expect(code).toBe(2)
  expect(stderr).not.toMatch(/4242|hunter2/)
})

test('--no-header leaves out the header line of CSV and TSV, before and after the command', async () => {
  const day = ['motion', 'daily', '-n', 'sandbox', '--fields', 'date,steps']
  for (const format of ['csv', 'tsv']) {
    const whole = await movecli([...day, '--format', format])
    const [header, row] = whole.stdout.split('\n')
    expect(header).toMatch(/^date[,\t]steps$/)
    for (const line of [
      [...day, '--format', format, '--no-header'],
      ['--no-header', ...day, '--format', format],
    ])
      expect((await movecli(line)).stdout).toBe(`${row}\n`)
  }
})

test.each([
  ['motion daily', 'csv'],
  ['motion history', 'ndjson'],
  ['whoami', 'table'],
  ['commands', 'csv'],
  ['config list', 'tsv'],
])('%s --json --format %s contradicts itself, said as JSON', async (line, format) => {
  const words = [...line.split(' '), '-n', 'sandbox', '--json', '--format', format]
  const { code, stdout, stderr } = await movecli(words)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(JSON.parse(stderr)).toMatchObject({
    error: { code: 'CLI_USAGE', message: '--json and --format cannot be used together.' },
  })
  expect((await movecli([...line.split(' '), '-n', 'sandbox', '--json', '--format', 'json'])).code).toBe(0)
})

test.each([
  ['plugin', undefined],
  ['moton', 'movecli motion'],
  ['otion', 'movecli motion'],
  ['sandbx', 'movecli sandbox'],
  ['jurnal', 'movecli journal'],
  ['completoin', 'movecli completion'],
  ['xyz', undefined],
])('%s is answered with the near word, if one is near: %s', async (typed, near) => {
  const { code, stderr } = await movecli([typed])
  expect([code, /Did you mean (.*?)\?/.exec(stderr)?.[1]]).toEqual([2, near])
})

test.each([
  ['completion csh', undefined],
  ['completion bsh', 'bash'],
  ['config get networks.prod.baseUrl', undefined],
  ['config get networks.tesnet.baseUrl', 'networks.testnet.baseUrl'],
  ['help motio', 'movecli help motion'],
  ['help motion dialy', 'movecli help motion daily'],
  ['help plugin', undefined],
])('%s: the word that is meant is %s', async (line, near) => {
  const { code, stderr } = await movecli(line)
  expect([code, /Did you mean (.*?)\?/.exec(stderr)?.[1]]).toEqual([2, near])
})

test('a wrong value of a global flag leads to the page that has the flag', async () => {
  for (const line of [
    'motion daily --timeout never',
    'motion daily --color pink',
    'motion daily -n prod',
    'motion daily --retries -1',
  ]) {
    const { code, stderr } = await movecli(`${line} --base-url https://127.0.0.1:9/v1`, {
      env: { MOVECLI_NETWORK: 'testnet', MOVECLI_API_KEY: 'some-key-1' },
    })
    expect({ line, code, stderr: stderr.split('\n').at(-2) }).toEqual({
      line,
      code: 2,
      stderr: 'fix: See movecli help flags.',
    })
  }
})

test.each([
  [
    'motion daily --timeout x',
    '--timeout must be a duration such as 30s, 5m, 1h or 2d; a bare number is seconds.',
  ],
  [
    'journal ls --timeout abc --retries x',
    '--timeout must be a duration such as 30s, 5m, 1h or 2d; a bare number is seconds.',
  ],
  ['--timeout 0 profile ls', '--timeout must be longer than 0.'],
  ['config list --max-wait 25d', '--max-wait must be at most 24d.'],
  ['journal ls --retries -1', '--retries must be a whole number, 0 or greater.'],
  ['--rate-limit= completion bash', '--rate-limit must be a whole number, 0 or greater.'],
  ['whoami --retries 3 --retries many', '--retries must be a whole number, 0 or greater.'],
])(
  '%s: a wrong number of a global flag is wrong usage at every command, whether it asks for it or not',
  async (line, sentence) => {
    expect(await movecli(line.split(' '))).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${sentence} (CLI_USAGE)\nfix: See movecli help flags.\n`,
    })
  },
)
