/** Bare `movecli`: the first words for a newcomer, a reminder for everyone else. */
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../../support/movecli.ts'

test('a newcomer is told how to begin, in lines that fit 80 columns', async () => {
  const { code, stdout, stderr } = await movecli('')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('motion daily -n sandbox')
  expect(stdout).toContain('Not signed in. Run: movecli login')
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

test('who is signed in is named, and is not asked to try it out', async () => {
  const home = freshFolder()
  await movecli('login -n sandbox --no-input', { home })
  const { stdout } = await movecli('', { home })
  expect(stdout).toMatch(/Signed in: default \(sandbox, 0x\w{4}…\w{4}\)\./)
  expect(stdout).not.toContain('made-up')
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  await movecli('logout', { home })
  expect((await movecli('', { home })).stdout).toContain('Not signed in.')
})
