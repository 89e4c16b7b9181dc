/** A no, and Ctrl-C, are what the person wanted: one sentence, its exit code, nothing to fix. */
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'
import { keys, terminal } from '../support/terminal.ts'
import { person, world } from '../support/world.ts'

test('a no sends nothing, and is said in one sentence', async () => {
  const { run, writes } = world()
  const { code, stdout, stderr } = await run('token claim', person('n'))
  expect({ code, stdout, stderr: stderr.split(': ').at(-1) }).toEqual({
    code: 11,
    stdout: '',
    stderr: 'Canceled. Nothing was sent.\n',
  })
  expect(stderr).not.toMatch(/error:|fix:/)
  expect(await writes()).toEqual([])
  const { stderr: json } = await run('token claim --json', person('n'))
  expect(JSON.parse(json.split('(y/N): ').at(-1) ?? '')).toMatchObject({
    error: {
      code: 'CLI_CONSENT',
      message: 'Canceled. Nothing was sent.',
      exit_code: 11,
      outcome: 'not_sent',
      hint: null,
    },
  })
})

test('a no to a change here says that nothing was changed', async () => {
  const home = freshFolder()
  await movecli('config set deviceId d --profile ops', { home })
  const { code, stderr } = await movecli('profile rm ops', { home, ...person('n') })
  expect({ code, stderr: stderr.split(': ').at(-1) }).toEqual({
    code: 11,
    stderr: 'Canceled. Nothing was changed.\n',
  })
})

test('where nobody can be asked it is an error that names --yes', async () => {
  const { stderr } = await world().run('token claim')
  expect(stderr).toContain('error: Confirmation required. Nothing was sent. (CLI_CONSENT)')
  expect(stderr).toContain('fix: Add --yes to run without a prompt.')
})

test('at a terminal a no shows no tick, and Ctrl-C no advice', async () => {
  for (const [key, exit, words] of [
    ['n\r', 11, 'Canceled. Nothing was sent.'],
    [keys.ctrlC, 130, 'Interrupted.'],
  ] as const) {
    const { answers, ended, seen } = await terminal(['token', 'claim', '-n', 'sandbox'], {
      home: freshFolder(),
    })
    await answers('Send it?', key)
    expect(await ended).toBe(exit)
    expect(seen()).toContain(words)
    expect(seen()).not.toMatch(/✔|error:|fix:|run it again/i)
  }
})
