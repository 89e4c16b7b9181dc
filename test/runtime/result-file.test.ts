/** Which files a command replaces with its result, and which it leaves alone. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseOwnFile, refuseUnwritable } from '../../src/runtime/result-file.ts'
import { toolsFor } from '../../src/runtime/services.ts'
import { contextFor, freshFolder } from '../support/movecli.ts'

const [home, other] = [freshFolder(), freshFolder()]
const [config, state] = [join(home, '.config/movecli'), join(home, '.local/state/movecli')]
for (const folder of [config, state]) mkdirSync(folder, { recursive: true })
symlinkSync(state, join(other, 'link'))
writeFileSync(join(other, 'mine'), '')
symlinkSync(join(other, 'mine'), join(other, 'to-mine'))

const refused = async (path: string, env: Record<string, string> = {}) =>
  refuseOwnFile(path, '--summary', toolsFor(contextFor({ home, env }).context, {}, 'tsv')).then(
    () => false,
    ({ message, fault }: { message: string; fault: object }) => {
      expect({ message, ...fault }).toMatchObject({
        message: `${path} is in a folder of movecli's own, or a file that it needs. Nothing was sent.`,
        exit: 2,
        hint: 'Choose another place with --summary.',
      })
      return true
    },
  )

test.each([
  [join(config, 'config.json'), true],
  [join(state, 'journal/writes.log'), true],
  [state, true],
  [join(other, 'link', 'x.json'), true],
  [join(home, 'x.json'), false],
  [`${state}-of-mine`, false],
  [join(state, '..', 'x.json'), false],
])('%s is a file of its own: %s', async (path, isOwn) => {
  expect(await refused(path)).toBe(isOwn)
})

test.each([
  'MOVECLI_API_KEY_FILE',
  'MOVECLI_TOKEN_FILE',
  'MOVECLI_PRIVATE_KEY_FILE',
  'MOVECLI_KEYSTORE',
  'MOVECLI_KEYSTORE_PASSWORD_FILE',
])('the file that %s names is kept, through a link too', async (name) => {
  const mine = join(other, 'mine')
  expect([
    await refused(mine, { [name]: mine }),
    await refused(mine, { [name]: join(other, 'to-mine') }),
  ]).toEqual([true, true])
  expect(await refused(join(other, 'another'), { [name]: mine })).toBe(false)
})

test.each([
  [join(other, 'new'), undefined],
  [join(other, 'mine'), undefined],
  [other, `${other} is not the name of a file.`],
  [join(other, 'to-mine'), `${join(other, 'to-mine')} is not the name of a file.`],
  ['', '--summary is not the name of a file.'],
  [join(other, 'none', 'x'), `The folder of ${join(other, 'none', 'x')} cannot be written.`],
])('whether %j can be put in its place is known before anything is sent', async (path, message) => {
  const result = await refuseUnwritable(path, '--summary').catch((error: unknown) => (error as Error).message)
  expect(result).toBe(message)
})
