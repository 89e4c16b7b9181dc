import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSecretFile } from '../../src/disk/secret-file.ts'
import { bundle } from '../support/bundle.ts'

const uid = process.getuid!()
const place = async () => mkdtemp(join(tmpdir(), 'movecli-secret-'))
const secretFile = async (mode: number, content: string | Uint8Array = 's3cret\n') => {
  const path = join(await place(), 'key')
  await writeFile(path, content)
  await chmod(path, mode)
  return path
}

test.each([0o600, 0o400, 0o700])('a file of our own that we alone can read is read (%o)', async (mode) => {
  expect(await readSecretFile(await secretFile(mode), { uid })).toBe('s3cret')
})

test.each([0o644, 0o640, 0o604, 0o660])('one that others can reach is refused (%o)', async (mode) => {
  const path = await secretFile(mode)
  await expect(readSecretFile(path, { uid })).rejects.toMatchObject({ kind: 'unsafe', path })
})

test('the file of another owner is read as it is, and so is any where there are no owners', async () => {
  const path = await secretFile(0o644)
  expect(await readSecretFile(path, { uid: uid + 1 })).toBe('s3cret')
  expect(await readSecretFile(path)).toBe('s3cret')
})

test('a link to an exposed file of our own is no way around', async () => {
  const path = await secretFile(0o644)
  await symlink('key', join(path, '../link'))
  await expect(readSecretFile(join(path, '../link'), { uid })).rejects.toMatchObject({ kind: 'unsafe' })
})

test('a secret mounted as container platforms do, through a linked folder, is read as it is', async () => {
  const volume = await place()
  await mkdir(join(volume, '..2026_01'))
  await writeFile(join(volume, '..2026_01', 'api-key'), 's3cret')
  await chmod(join(volume, '..2026_01', 'api-key'), 0o644)
  await symlink('..2026_01', join(volume, '..data'))
  await symlink('..data/api-key', join(volume, 'api-key'))
  expect(await readSecretFile(join(volume, 'api-key'), { uid })).toBe('s3cret')
})

test.each(['pipe', 'file'])('a descriptor by its name is read as it is (%s)', async (kind) => {
  const script = await bundle(`
    import { readSecretFile } from 'src/disk/secret-file.ts'
    readSecretFile(process.argv[2], { uid: process.getuid() }).then((text) => console.log(JSON.stringify(text)))`)
  const third = kind === 'pipe' ? 'pipe' : openSync(await secretFile(0o644, 'over a pipe\n'), 'r')
  const child = spawn(process.execPath, [script, '/dev/fd/3'], {
    stdio: ['ignore', 'pipe', 'inherit', third],
  })
  const extra = child.stdio[3]
  if (extra && 'end' in extra) extra.end('over a pipe\n')
  let said = ''
  child.stdout!.on('data', (text) => (said += String(text)))
  await once(child, 'close')
  expect(said).toBe('"over a pipe"\n')
})

test('64 KB are read and a byte more is refused', async () => {
  expect(await readSecretFile(await secretFile(0o600, 'x'.repeat(65_536)), { uid })).toHaveLength(65_536)
  const large = readSecretFile(await secretFile(0o600, 'x'.repeat(65_537)), { uid })
  await expect(large).rejects.toMatchObject({ kind: 'unreadable' })
})

test('a missing file, a folder, and bytes that are no text are unreadable', async () => {
  for (const path of [
    '/nonexistent/key',
    await place(),
    await secretFile(0o600, Buffer.from([0xff, 0x00, 0xfe])),
  ])
    await expect(readSecretFile(path, { uid })).rejects.toMatchObject({ kind: 'unreadable', path })
})
