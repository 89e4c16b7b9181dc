import { mkdir, mkdtemp, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acquire } from '../../src/disk/lock.ts'
import { emptySettings, withProfile, withSetting } from '../../src/config/settings.ts'
import {
  changeSettings,
  readSettings,
  refuseUnwritableSettings,
  settingsPath,
} from '../../src/config/settings-file.ts'
import { bundle, start } from '../support/bundle.ts'

const place = async () => join(await mkdtemp(join(tmpdir(), 'movecli-config-')), 'movecli')
const filled = async (text: string | Uint8Array) => {
  const folder = await place()
  await mkdir(folder)
  await writeFile(settingsPath(folder), text)
  return folder
}
const setTimeoutTo = (text: string) => (settings: typeof emptySettings) =>
  withSetting(settings, 'timeout', text)
const bad = (exit: number, code: string) => ({ fault: { exit, code } })

test('no file is empty settings, and reading makes none', async () => {
  const folder = await place()
  expect(await readSettings(folder)).toEqual(emptySettings)
  await expect(stat(folder)).rejects.toThrow('ENOENT')
})

test('what is changed is read again, 0600 in 0700, and nothing lies beside it but the lock', async () => {
  const folder = await place()
  const changed = await changeSettings(folder, (settings) =>
    withProfile(withSetting(settings, 'auth.tokenScheme', ''), 'ops', (each) => ({
      ...each,
      network: 'testnet',
    })),
  )
  expect(await readSettings(folder)).toEqual(changed)
  expect(JSON.parse(await readFile(settingsPath(folder), 'utf8'))).toEqual({
    format: 1,
    settings: { 'auth.tokenScheme': '' },
    profiles: { ops: { network: 'testnet', settings: {} } },
  })
  expect((await readdir(folder)).sort()).toEqual(['config.json', 'config.lock'])
  expect(((await stat(folder)).mode & 0o777).toString(8)).toBe('700')
  expect(((await stat(settingsPath(folder))).mode & 0o777).toString(8)).toBe('600')
})

test.each(['000', '077'])('umask %s changes no mode', async (umask) => {
  const folder = await place()
  const script = await bundle(`
    import { changeSettings } from 'src/config/settings-file.ts'
    import { changeCredentials } from 'src/config/credentials.ts'
    process.umask(parseInt(process.argv[3], 8))
    changeSettings(process.argv[2], (settings) => ({ ...settings, profile: 'ops' })).then(() =>
      changeCredentials(process.argv[2], 'ops', () => ({ origin: 'https://a.example' })))`)
  expect(await start(script, [folder, umask]).ended).toMatchObject({ code: 0, stderr: '' })
  const modes = await Promise.all(
    ['', 'config.json', 'credentials.json'].map(
      async (each) => (await stat(join(folder, each))).mode & 0o777,
    ),
  )
  expect(modes).toEqual([0o700, 0o600, 0o600])
})

test('settings given back unchanged are not written', async () => {
  const folder = await place()
  await changeSettings(folder, (settings) => settings)
  expect(await readdir(folder)).toEqual(['config.lock'])
})

test.each([
  ['cut off', '{"format":1,"settings":{"time', 'it is not JSON'],
  ['empty', '', 'it is not JSON'],
  ['no object', '[]', 'must be a JSON object'],
  ['of another form', '{"profiles":{"ops":{"network":"prod"}}}', 'must be one of mainnet, testnet, sandbox'],
  ['with a value that is none', '{"settings":{"timeout":[1]}}', '"timeout" in "settings" must be a text'],
  ['no text', Buffer.from([0xff, 0xfe, 0x00]), 'The encoded data was not valid'],
])('a file that is %s is exit 3 with its path, and is never wiped', async (_, content, reason) => {
  const folder = await filled(content)
  await expect(readSettings(folder)).rejects.toMatchObject(bad(3, 'CLI_CONFIG'))
  const error = await changeSettings(folder, setTimeoutTo('1m')).catch((failure: Error) => failure)
  expect(error).toMatchObject({
    ...bad(3, 'CLI_CONFIG'),
    message: expect.stringContaining(settingsPath(folder)),
  })
  expect((error as Error).message).toContain(reason)
  expect(await readFile(settingsPath(folder))).toEqual(Buffer.from(content))
})

test('a file written by hand, with a byte-order mark and numbers, is understood', async () => {
  const folder = await filled('\ufeff{"settings":{"retries":0,"timeout":"1m"}}')
  expect((await readSettings(folder)).settings).toEqual({ retries: '0', timeout: '1m' })
})

test('fields that this version does not know survive a change', async () => {
  const folder = await filled('{"format":1,"later":{"x":1},"profiles":{"ops":{"hue":3}},"profile":"ops"}')
  await changeSettings(folder, (settings) => withSetting(settings, 'profile', undefined))
  expect(JSON.parse(await readFile(settingsPath(folder), 'utf8'))).toEqual({
    format: 1,
    later: { x: 1 },
    settings: {},
    profiles: { ops: { hue: 3, settings: {} } },
  })
})

test('the file of a newer movecli is read and never written', async () => {
  const text = '{"format":2,"settings":{"timeout":"1m"},"profiles":{}}'
  const folder = await filled(text)
  expect((await readSettings(folder)).settings).toEqual({ timeout: '1m' })
  await expect(changeSettings(folder, setTimeoutTo('2m'))).rejects.toMatchObject(bad(3, 'CLI_CONFIG'))
  expect(await readFile(settingsPath(folder), 'utf8')).toBe(text)
})

test('a link in place of the file is read and never written', async () => {
  const folder = await place()
  await mkdir(folder)
  await writeFile(join(folder, 'mine.json'), '{"settings":{"timeout":"1m"}}')
  await symlink('mine.json', settingsPath(folder))
  expect((await readSettings(folder)).settings).toEqual({ timeout: '1m' })
  await expect(changeSettings(folder, setTimeoutTo('2m'))).rejects.toMatchObject(bad(3, 'CLI_CONFIG'))
  expect(await readFile(join(folder, 'mine.json'), 'utf8')).toContain('1m')
})

test('where the folder must be is a file: there are no settings to read, and a change is exit 3', async () => {
  const folder = await place()
  await writeFile(folder, '')
  await expect(changeSettings(folder, setTimeoutTo('1m'))).rejects.toMatchObject(bad(3, 'CLI_CONFIG'))
  expect(await readSettings(folder)).toEqual(emptySettings)
})

test('settings that another is changing are exit 8', async () => {
  const folder = await place()
  const lock = await acquire(join(folder, 'config.lock'), { wait: 0 })
  await expect(changeSettings(folder, setTimeoutTo('1m'), { wait: 20 })).rejects.toMatchObject(
    bad(8, 'CLI_BUSY'),
  )
  await lock.release()
})

test('what a change throws comes through, and the lock is free again', async () => {
  const folder = await place()
  const angry = changeSettings(folder, () => {
    throw new RangeError('no')
  })
  await expect(angry).rejects.toThrow(RangeError)
  await changeSettings(folder, setTimeoutTo('1m'), { wait: 0 })
})

test('twenty processes that change settings and credentials at once lose nothing', async () => {
  const folder = await place()
  const script = await bundle(`
    import { changeCredentials } from 'src/config/credentials.ts'
    import { withSetting } from 'src/config/settings.ts'
    import { changeSettings } from 'src/config/settings-file.ts'
    const [, , folder, name] = process.argv
    async function main() {
      for (const turn of ['1', '2']) {
        await changeSettings(folder, (settings) => withSetting(settings, 'deviceId', name + turn, name + turn))
        await changeCredentials(folder, name + turn, () => ({ origin: 'https://a.example', apiKey: name }))
      }
    }
    main()`)
  const names = Array.from({ length: 20 }, (_, at) => `p${at}-`)
  const ends = await Promise.all(names.map((name) => start(script, [folder, name]).ended))
  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, '']))
  const expected = names.flatMap((name) => [`${name}1`, `${name}2`]).sort()
  expect(Object.keys((await readSettings(folder)).profiles).sort()).toEqual(expected)
  const file = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8')) as { profiles: object }
  expect(Object.keys(file.profiles).sort()).toEqual(expected)
})

test('whether a change could be kept is known before: a newer file, a link and a held lock end it', async () => {
  const text = '{"format":2,"settings":{}}'
  const newer = await filled(text)
  await expect(refuseUnwritableSettings(newer)).rejects.toMatchObject(bad(3, 'CLI_CONFIG'))
  expect(await readFile(settingsPath(newer), 'utf8')).toBe(text)
  const linked = await place()
  await mkdir(linked)
  await symlink('mine.json', settingsPath(linked))
  await expect(refuseUnwritableSettings(linked)).rejects.toMatchObject(bad(3, 'CLI_CONFIG'))
  const usual = await place()
  await refuseUnwritableSettings(usual)
  expect(await readdir(usual)).toEqual(['config.lock'])
  const lock = await acquire(join(usual, 'config.lock'), { wait: 0 })
  await expect(refuseUnwritableSettings(usual, { wait: 20 })).rejects.toMatchObject({
    message: `Another movecli (process ${process.pid}) is changing the settings.`,
    fault: { exit: 8, code: 'CLI_BUSY', outcome: 'not_sent' },
  })
  await lock.release()
})

test('a file of no sensible size, and a folder in its place, are not read', async () => {
  const folder = await filled('')
  await truncate(settingsPath(folder), 16 * 1024 * 1024 + 1)
  const inPlace = await place()
  await mkdir(settingsPath(inPlace), { recursive: true })
  for (const each of [folder, inPlace])
    await expect(readSettings(each)).rejects.toMatchObject({
      message: `${settingsPath(each)} cannot be read: it is not a regular file of a sensible size.`,
      ...bad(3, 'CLI_CONFIG'),
    })
})

test('of a file of another form it is said whether a newer movecli wrote it', async () => {
  const words = async (text: string) =>
    readSettings(await filled(text)).then(
      () => 'read',
      ({ message }: Error) => message,
    )
  expect(await words('{"format":2,"settings":[]}')).toContain('it was written by a newer movecli')
  expect(await words('{"format":1,"settings":[]}')).toContain('"settings" must be a JSON object')
})
