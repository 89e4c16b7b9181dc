/** motion submit: where each field comes from, what a person is asked for, and what is no submission. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, movecli, type Setting } from '../../support/movecli.ts'
import { testnet } from '../../support/testnet.ts'
import { person } from '../../support/world.ts'

const { env, requested } = await testnet()
const folder = freshFolder()
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text, { mode: 0o600 })
  return join(folder, name)
}

/** What is sent, and how the command ends. */
async function submitted(words: string | readonly string[], { env: more, ...setting }: Setting = {}) {
  const given = typeof words === 'string' ? words.split(' ').filter(Boolean) : words
  const ran = await movecli(['motion', 'submit', ...given], { ...setting, env: { ...env, ...more } })
  return { ...ran, bodies: requested().map(({ body }) => body) }
}

test.each([
  [
    'everything',
    '',
    ['5000', '5.2km', '31m', 'zkp'],
    '{"steps":5000,"distance":5.2,"duration":1860,"proof":"zkp"}',
  ],
  ['what no flag gave', '--distance 800m', ['7', '', 'zkp'], '{"steps":7,"distance":0.8,"proof":"zkp"}'],
  ['no proof that a flag gives', '--proof zkp', ['7', '', '90'], '{"steps":7,"duration":90,"proof":"zkp"}'],
  [
    'no proof that a file has',
    `--proof-file ${file('p', 'zkp\n')}`,
    ['', '', '90'],
    '{"duration":90,"proof":"zkp"}',
  ],
  ['again after a wrong answer', '--proof zkp', ['-5', '5', '', ''], '{"steps":5,"proof":"zkp"}'],
  ['the proof alone', '', ['', '', '', 'zkp'], '{"proof":"zkp"}'],
])('at a terminal a person is asked for %s: %s', async (_, flags, answers, body) => {
  const { code, stderr, bodies } = await submitted(flags, person(...answers))
  expect({ code, bodies }, stderr).toEqual({ code: 0, bodies: [body] })
  if (answers.includes('zkp')) expect(stderr).not.toContain('zkp')
})

test('a person who gives nothing submits nothing, whatever the device', async () => {
  const { code, bodies } = await submitted('--device-id watch-7', person('', '', '', ''))
  expect({ code, bodies }).toEqual({ code: 2, bodies: [] })
})

test.each([
  ['the settings', [], {}, '', 'of-all'],
  ['the profile', ['-p ops'], {}, '', 'of-ops'],
  ['the environment', ['-p ops'], { MOVECLI_DEVICE_ID: 'of-env' }, '', 'of-env'],
  ['the flag', ['-p ops'], { MOVECLI_DEVICE_ID: 'of-env' }, '--device-id of-flag', 'of-flag'],
])('the device is that of %s', async (_, profile, more, flag, device) => {
  const home = freshFolder()
  await movecli('config set deviceId of-all', { home })
  for (const name of profile) await movecli(`config set deviceId of-ops ${name} -n testnet`, { home })
  const line = `--steps 5 --proof zkp ${profile.join('')} ${flag}`
  const { bodies } = await submitted(line, { home, env: more })
  expect(bodies).toEqual([`{"steps":5,"proof":"zkp","device_id":"${device}"}`])
})

test('a device alone is nothing to submit', async () => {
  const { code, stderr, bodies } = await submitted('--device-id watch-7')
  expect({ code, bodies }).toEqual({ code: 2, bodies: [] })
  expect(stderr).toContain('There is nothing to submit.')
})

test('a proof is what stands between the blanks of a flag, a file or standard input', async () => {
  const written = file('blanks', '\n zkp \n\n')
  for (const words of [
    ['--proof', ' zkp\n'],
    ['--proof-file', written],
    ['--proof-file', '-'],
  ]) {
    const { bodies } = await submitted(['--steps', '5', ...words], { stdin: '\tzkp\r\n' })
    expect(bodies).toEqual(['{"steps":5,"proof":"zkp"}'])
  }
})

const prover = file('prove', '#!/bin/sh\nprintf " \\n"\n')
chmodSync(prover, 0o755)

test.each([
  [['--proof', ' '], 'The proof from --proof is empty.'],
  [['--proof='], 'The proof from --proof is empty.'],
  [['--proof-file', file('empty', '\n')], 'The proof from --proof-file is empty.'],
  [['--proof', 'zkp', '--prover', prover], 'Give one of --proof, --proof-file and --prover.'],
  [['--proof-file', file('q', 'zkp'), '--prover', prover], 'Give one of --proof, --proof-file and --prover.'],
  [['--proof=', '--proof-file', file('r', 'zkp')], 'Give one of --proof, --proof-file and --prover.'],
])('%j is no proof: exit 2, and nothing is sent', async (words, said) => {
  const { code, stderr, bodies } = await submitted(['--steps', '5', ...words])
  expect({ code, bodies }).toEqual({ code: 2, bodies: [] })
  expect(stderr).toContain(said)
})

test('a prover that prints nothing but blanks made no proof, and nothing is sent', async () => {
  const { code, bodies } = await submitted(['--steps', '5', '--prover', prover])
  expect({ code, bodies }).toEqual({ code: 2, bodies: [] })
})

test.each(['--plan', '--concurrency 2', '--retry-unknown', '--shard 1/2', '--summary s.json'])(
  '%s without rows to submit is exit 2',
  async (flag) => {
    const { code, stderr, bodies } = await submitted(`--steps 5 --proof zkp ${flag}`)
    expect({ code, bodies }).toEqual({ code: 2, bodies: [] })
    expect(stderr).toContain(`${flag.split(' ')[0]} needs --from.`)
  },
)
