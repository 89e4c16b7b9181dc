/** The image, built from the Dockerfile as it is and run by podman. Of its base image only the name is the real one. */
import { chownSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageStore, nodeFiles } from '../support/image.ts'
import { freshFolder } from '../support/movecli.ts'
import { packInto, startRegistry } from '../support/registry.ts'
import { startWitness, type Witness } from '../witness/service.ts'

const root = join(import.meta.dirname, '../..')
const store = imageStore()
const { podman } = store
let witness: Witness
let registry: Awaited<ReturnType<typeof startRegistry>>

/** A folder to build in, with the Dockerfile and what it copies. */
function buildFolder(files: readonly string[]): string {
  const folder = freshFolder('movecli-image-')
  for (const name of files) copyFileSync(join(root, name), join(folder, name))
  return folder
}
const ownFiles = ['Dockerfile', '.dockerignore', 'package.json']

beforeAll(async () => {
  witness = await startWitness()
  const archive = packInto(store.folder)
  registry = await startRegistry(archive)
  const base = /^FROM (\S+)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1] ?? ''
  const files = freshFolder('movecli-base-')
  nodeFiles(files, { registry: registry.url })
  await store.add(files, `docker.io/library/${base}`, ['ENV PATH=/usr/local/bin:/usr/bin'])

  const folder = buildFolder(ownFiles)
  copyFileSync(archive, join(folder, 'movecli-0.0.0.tgz'))
  const built = await podman('build', '--network', 'host', '-t', 'movecli', folder)
  expect(built).toMatchObject({ code: 0 })
})
afterAll(async () => {
  registry.close()
  await witness.close()
  await store.end()
})

const onItsOwn = ['run', '--rm', '--network', 'none']
/** What a cluster with a strict policy leaves a pod. */
const strict = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']

test('the first command shows the day of the sandbox, with no network at all', async () => {
  const { code, stdout, stderr } = await podman(...onItsOwn, 'movecli', 'motion', 'daily', '-n', 'sandbox')
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('made up') })
  expect(stdout).toMatch(/^date\t.*\n\d{4}-\d\d-\d\d\t/)
})

test('a smoke run as in CI passes, on a read-only root without any capability', async () => {
  const line = ['smoke', '-n', 'sandbox', '--suite', 'full', '--json']
  const ran = await podman(...onItsOwn, ...strict, '-e', 'CI=true', '-v', 'smoke:/state', 'movecli', ...line)
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(ran.stdout)).toMatchObject({ network: 'sandbox', failed: 0 })
})

test('the image is not root, and a fresh volume is its own alone', async () => {
  const script = 'id -u; id -g; stat -c "%u %a" /state; touch /usr/local/bin/movecli 2>&1'
  const ran = await podman(...onItsOwn, '-v', 'fresh:/state', '--entrypoint', 'sh', 'movecli', '-c', script)
  expect(ran.stdout.split('\n').slice(0, 3)).toEqual(['1000', '1000', '1000 700'])
  expect(ran.stdout).toMatch(/touch: .*Permission denied/)
})

test('nothing of the build is left in it: no archive, no cache of npm', async () => {
  const script = 'ls -A /tmp /root'
  const { stdout } = await podman(...onItsOwn, '--user', '0', '--entrypoint', 'sh', 'movecli', '-c', script)
  expect(stdout).toBe('/root:\n\n/tmp:\n')
})

test('with secrets mounted read-only, a claim whose container is killed is not sent again by the next one', async () => {
  const secrets = freshFolder('movecli-secrets-')
  for (const [name, value] of [
    ['api-key', witness.key],
    ['token', witness.token],
  ] as const) {
    writeFileSync(join(secrets, name), value, { mode: 0o400 })
    chownSync(join(secrets, name), 1000, 1000)
  }
  chownSync(secrets, 1000, 1000)
  const setting = {
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: witness.url,
    MOVECLI_API_KEY_FILE: '/secrets/api-key',
    MOVECLI_TOKEN_FILE: '/secrets/token',
  }
  const mounts = ['-v', 'claims:/state', '-v', `${secrets}:/secrets:ro`]
  const flags = Object.entries(setting).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const run = async (...line: string[]) =>
    podman('run', '--rm', '--network', 'host', ...strict, ...mounts, ...flags, 'movecli', ...line)
  const claims = () => witness.requests.filter(({ target }) => target === '/v1/token/claim').length

  expect(await run('whoami', '--check', '--json')).toMatchObject({ code: 0, stderr: '' })
  witness.answer({ method: 'POST', path: '/token/claim', hang: true })
  const name = ['--name', 'claiming']
  const first = podman(
    'run',
    ...name,
    '--network',
    'host',
    ...strict,
    ...mounts,
    ...flags,
    'movecli',
    'token',
    'claim',
    '--yes',
  )
  await expect.poll(claims, { timeout: 20_000 }).toBe(1)
  await podman('kill', '--signal', 'KILL', 'claiming')
  expect((await first).code).toBe(137)

  // The kernel may give a container the namespace number of one that ended: then it is seen that its process is gone.
  const held = await run('token', 'claim', '--yes', '--max-wait', '1s')
  expect([held.code, held.stderr]).toEqual(
    held.code === 9
      ? [9, expect.stringContaining('CLI_EARLIER_UNKNOWN')]
      : [8, expect.stringContaining("journal unlock 'token claim'")],
  )
  expect((await run('journal', 'unlock', 'token claim', '--yes')).code).toBe(0)
  const refused = await run('token', 'claim', '--yes')
  expect({ code: refused.code, stderr: refused.stderr }).toEqual({
    code: 9,
    stderr: expect.stringContaining('CLI_EARLIER_UNKNOWN'),
  })
  expect(claims()).toBe(1)
})

test('an image of a published version has that one', async () => {
  const folder = buildFolder(ownFiles)
  const version = `VERSION=${registry.version}`
  const words = ['build', '--network', 'host', '--build-arg', version, '-t', 'published', folder]
  expect(await podman(...words)).toMatchObject({ code: 0 })
  expect(await podman(...onItsOwn, 'published', '--version')).toMatchObject({
    stdout: `${registry.version}\n`,
  })
})

test('the image of the recipes for a cluster works too', async () => {
  const folder = freshFolder('movecli-recipe-')
  const recipes = readFileSync(join(root, 'docs/recipes.md'), 'utf8')
  const [, recipe = ''] = /```dockerfile\n([\s\S]*?)```/.exec(recipes) ?? []
  writeFileSync(join(folder, 'Dockerfile'), recipe)
  const [, base = ''] = /^FROM (\S+)$/m.exec(recipe) ?? []
  await podman('tag', `docker.io/library/node:22-alpine`, `docker.io/library/${base}`)
  expect(await podman('build', '--network', 'host', '-t', 'recipe', folder)).toMatchObject({ code: 0 })
  const line = ['movecli', 'smoke', '-n', 'sandbox', '--require-all', '--format', 'ndjson']
  expect(await podman(...onItsOwn, 'recipe', ...line)).toMatchObject({ code: 0 })
})
