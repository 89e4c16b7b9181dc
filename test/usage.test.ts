/** What a wrong command line is answered with: exit 2, a sentence and the next step. */
import { expect, test } from 'vitest'
import { movecli } from './support/movecli.ts'

const wrong: [line: string[], sentence: string][] = [
  [['motion', 'daily', '-n', 'foo'], '--network cannot be "foo"; choose mainnet, testnet, sandbox.'],
  [['motion', 'daily', '--network', 'foo'], '--network cannot be "foo"; choose mainnet, testnet, sandbox.'],
  [['nft', 'ls', '--type', 'foo'], '--type cannot be "foo"; choose shoes, apparel, accessories.'],
  [['motion', 'daily', '--json=false'], '--json takes no value.'],
  [['motion', 'history', '--all=yes'], '--all takes no value.'],
  [['motion', 'daily', '--jsn=false'], 'movecli motion daily has no flag --jsn.'],
  [['--', 'motion', 'daily'], 'There is no command before --.'],
  [['-q', '--', 'motion'], 'There is no command before --.'],
  [['motion', 'daily', '-n', 'sandbox', '--fields', ''], '--fields names no field.'],
  [['motion', 'daily', '-n', 'sandbox', '--fields', ',,'], '--fields names no field.'],
]

test.each(wrong)('%j is wrong usage', async (line, sentence) => {
  const { code, stdout, stderr } = await movecli(line)
  expect([code, stdout, stderr.split('\n')[0]]).toEqual([2, '', `error: ${sentence} (CLI_USAGE)`])
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
