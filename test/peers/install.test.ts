/** From nothing to the first result in two commands: by npx, and installed by npm, against a registry on this machine. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshFolder, type Ran } from '../support/movecli.ts'
import { packInto, startRegistry } from '../support/registry.ts'

const archive = packInto(freshFolder('movecli-packed-'))
let registry: Awaited<ReturnType<typeof startRegistry>>
beforeAll(async () => {
  registry = await startRegistry(archive)
})
afterAll(() => registry.close())

/** A new user: an empty home, an empty cache, nothing but a path and the registry. */
function newUser() {
  const home = freshFolder('movecli-new-')
  const prefix = join(home, 'npm')
  const env = {
    PATH: `${prefix}/bin:${process.env['PATH'] ?? ''}`,
    HOME: home,
    CI: 'true',
    npm_config_registry: registry.url,
    npm_config_prefix: prefix,
    npm_config_update_notifier: 'false',
  }
  return async (line: string): Promise<Ran> => {
    const [program = '', ...words] = line.split(' ')
    return new Promise((resolve) =>
      execFile(program, words, { cwd: home, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      ),
    )
  }
}

const day = { code: 0, stdout: expect.stringMatching(/^\{"date":"\d{4}-\d\d-\d\d"/) }
const passed = { code: 0, stdout: expect.stringMatching(/"failed":0,"skipped":\d+\}\n$/) }

test('npx, twice: the day of the sandbox, and a smoke run', async () => {
  const types = newUser()
  expect(await types('npx --yes movecli motion daily -n sandbox --json')).toMatchObject(day)
  expect(await types('npx --yes movecli smoke -n sandbox --suite full --json')).toMatchObject(passed)
})

test('npx of the archive itself', async () => {
  const types = newUser()
  expect(await types(`npx --yes --package ${archive} movecli motion daily -n sandbox --json`)).toMatchObject(
    day,
  )
  expect(await types(`npx --yes --package ${archive} movecli smoke -n sandbox --json`)).toMatchObject(passed)
})

test.each(['motion daily -n sandbox --json', 'smoke -n sandbox --json'])(
  'npm install --global of the archive, then movecli %s',
  async (line) => {
    const types = newUser()
    expect(await types(`npm install --global ${archive}`)).toMatchObject({ code: 0 })
    expect(await types(`movecli ${line}`)).toMatchObject(line.startsWith('smoke') ? passed : day)
  },
)

test('npm install --global puts the manual page where man finds it', async () => {
  const types = newUser()
  await types(`npm install --global ${archive}`)
  const page = { code: 0, stdout: expect.stringContaining('.TH MOVECLI 1') }
  expect(await types('cat npm/share/man/man1/movecli.1')).toMatchObject(page)
})
