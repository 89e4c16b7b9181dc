import { chmod, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureFolder } from '../../src/disk/folder.ts'
import { replaceBy, replaceFile } from '../../src/disk/atomic-write.ts'
import { DiskError, toDiskError, undefinedIfMissing } from '../../src/disk/disk-error.ts'
import { chomp, decodeText } from '../../src/disk/text.ts'
import { bundle, start } from '../support/bundle.ts'

const place = async () => mkdtemp(join(tmpdir(), 'movecli-disk-'))
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test.each(['000', '077', '777'])('folders are 0700 and files 0600 under umask %s', async (umask) => {
  const base = await place()
  const script = await bundle(`
    import { ensureFolder } from 'src/disk/folder.ts'
    import { replaceFile } from 'src/disk/atomic-write.ts'
    import { openLog } from 'src/disk/append-log.ts'
    import { acquire } from 'src/disk/lock.ts'
    async function main() {
      process.umask(parseInt(process.argv[3], 8))
      const base = process.argv[2]
      await ensureFolder(base + '/a/b')
      await replaceFile(base + '/a/b/file', 'x')
      await replaceFile(base + '/a/b/file', 'y')
      const log = await openLog(base + '/a/b/log', { format: 1 })
      await log.append([1], { flush: true })
      await log.close()
      await acquire(base + '/a/b/lock', { wait: 0 })
    }
    main()`)
  expect(await start(script, [base, umask]).ended).toMatchObject({ code: 0, stderr: '' })
  const modes = await Promise.all(['a', 'a/b', 'a/b/lock'].map((each) => modeOf(join(base, each))))
  expect(modes).toEqual(['700', '700', '700'])
  const files = await Promise.all(['file', 'log', 'lock/1'].map((each) => modeOf(join(base, 'a/b', each))))
  expect(files).toEqual(['600', '600', '600'])
})

test('what is missing is undefined, and what cannot be read is named with its reason', async () => {
  const base = await place()
  const read = async (path: string) => readFile(path).catch(undefinedIfMissing('unreadable', path))
  expect(await read(join(base, 'none'))).toBeUndefined()
  await expect(read(base)).rejects.toMatchObject({
    kind: 'unreadable',
    path: base,
    message: `cannot read ${base}: it is a folder`,
  })
})

test.each([
  ['unwritable', 'ENOSPC', 'cannot write /f: the disk is full'],
  ['unwritable', 'EDQUOT', 'cannot write /f: the disk quota is used up'],
  ['unwritable', 'EROFS', 'cannot write /f: the file system is read-only'],
  ['unreadable', 'EACCES', 'cannot read /f: permission denied'],
  ['unreadable', 'EIO', 'cannot read /f: the disk reports an error'],
  ['unreadable', 'EXDEV', 'cannot read /f: said by the system'],
] as const)('what is %s after %s is said so', (kind, code, message) => {
  const cause = Object.assign(new Error('said by the system'), { code })
  expect(toDiskError(kind, '/f', cause)).toMatchObject({ kind, path: '/f', message, cause })
})

test('what is a fault of the disk already stays as it is', () => {
  const busy = new DiskError('busy', '/lock', '/lock is held')
  expect(toDiskError('unwritable', '/f', busy)).toBe(busy)
})

test('a reason in the words of Node ends without their full stop', () => {
  expect(toDiskError('unwritable', '/f', new Error('fsync API is disabled.')).message).toBe(
    'cannot write /f: fsync API is disabled',
  )
})

test('a folder that exists keeps its mode', async () => {
  const base = await place()
  await chmod(base, 0o755)
  await ensureFolder(base)
  expect(await modeOf(base)).toBe('755')
})

test('a file where a folder must be is said', async () => {
  const base = await place()
  await writeFile(join(base, 'file'), '')
  await expect(ensureFolder(join(base, 'file'))).rejects.toMatchObject({ kind: 'unwritable' })
  await expect(ensureFolder(join(base, 'file', 'below'))).rejects.toMatchObject({ kind: 'unwritable' })
})

test('many may make the same folder at once', async () => {
  const base = await place()
  await Promise.all(Array.from({ length: 20 }, async () => ensureFolder(join(base, 'x/y/z'))))
  expect(await modeOf(join(base, 'x/y/z'))).toBe('700')
})

test('a file is replaced as a whole and leaves nothing beside it', async () => {
  const base = await place()
  const path = join(base, 'file')
  await replaceFile(path, 'old')
  await replaceFile(path, Buffer.from('new'))
  expect(await readFile(path, 'utf8')).toBe('new')
  expect(await readdir(base)).toEqual(['file'])
})

test('a replacement that fails keeps the old file whole, and nothing of the new one beside it', async () => {
  const base = await place()
  const path = join(base, 'file')
  await replaceFile(path, 'old')
  const failing = replaceBy(path, async (draft) => {
    await writeFile(draft, 'half a sec')
    throw new Error('no space left')
  })
  await expect(failing).rejects.toMatchObject({ kind: 'unwritable', path })
  expect(await readFile(path, 'utf8')).toBe('old')
  expect(await readdir(base)).toEqual(['file'])
})

test('a link or a folder is not written through, and stays', async () => {
  const base = await place()
  await writeFile(join(base, 'target'), 'theirs')
  await symlink('target', join(base, 'link'))
  await mkdir(join(base, 'folder'))
  await expect(replaceFile(join(base, 'link'), 'x')).rejects.toMatchObject({ kind: 'unsafe' })
  await expect(replaceFile(join(base, 'folder'), 'x')).rejects.toMatchObject({ kind: 'unsafe' })
  expect(await readFile(join(base, 'target'), 'utf8')).toBe('theirs')
  expect((await readdir(base)).sort()).toEqual(['folder', 'link', 'target'])
})

test('a missing folder is said', async () => {
  const path = join(await place(), 'missing', 'file')
  await expect(replaceFile(path, 'x')).rejects.toMatchObject({ kind: 'unwritable', path })
})

test('text is UTF-8 or, with its mark, UTF-16', () => {
  const utf16 = Buffer.from('\ufeffgrün', 'utf16le')
  expect(decodeText(Buffer.from('grün'))).toBe('grün')
  expect(decodeText(Buffer.from('\ufeffgrün'))).toBe('grün')
  expect(decodeText(utf16)).toBe('grün')
  expect(decodeText(Buffer.from(utf16).swap16())).toBe('grün')
  expect(decodeText(new Uint8Array())).toBe('')
  expect(() => decodeText(Buffer.from([0x67, 0xfc]))).toThrow(TypeError)
  expect(() => decodeText(utf16.subarray(0, 5))).toThrow(TypeError)
})

test('one trailing line break is no part of a text', () => {
  expect(['a\n', 'a\r\n', 'a\n\n', 'a', '\n', 'a\r'].map(chomp)).toEqual(['a', 'a', 'a\n', 'a', '', 'a\r'])
})
