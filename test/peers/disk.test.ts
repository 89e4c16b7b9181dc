/** Files under another user, a limit and a full disk: needs root, setpriv, sh, and for the last a tmpfs. */
import { chmod, chown, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openLog } from '../../src/disk/append-log.ts'
import { bundle, start } from '../support/bundle.ts'
import { onTinyDisk } from '../support/tmpfs.ts'

const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']

/** A folder that another user may enter and only read. */
async function readOnly(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'movecli-peer-'))
  await chmod(folder, 0o755)
  return folder
}

async function forNobody(source: string): Promise<string> {
  const script = await bundle(source)
  await chmod(dirname(script), 0o755)
  return script
}

test('a folder that cannot be written is exit 3 with the reason, and reading works', async () => {
  const folder = await readOnly()
  const script = await forNobody(`
    import { changeCredentials, readCredentials } from 'src/config/credentials.ts'
    import { changeSettings, readSettings } from 'src/config/settings-file.ts'
    import { openLog } from 'src/disk/append-log.ts'
    const folder = process.argv[2]
    const tell = (error) => console.log(error.fault ? error.fault.exit + ' ' + error.fault.code : error.kind, error.message)
    async function main() {
      console.log(JSON.stringify((await readSettings(folder)).settings), await readCredentials(folder, 'ops'))
      await changeSettings(folder, (settings) => ({ ...settings, profile: 'ops' })).catch(tell)
      await changeCredentials(folder, 'ops', () => ({ origin: 'https://a.example' })).catch(tell)
      const log = await openLog(folder + '/log', { format: 1 })
      for await (const entry of log.read()) console.log(entry)
      await log.append([1], { flush: true }).catch(tell)
    }
    main()`)
  const { stdout, stderr } = await start(script, [folder], nobody).ended
  expect(stderr).toBe('')
  expect(stdout.replaceAll(folder, 'F').trim().split('\n')).toEqual([
    '{} undefined',
    '3 CLI_CONFIG Cannot write F: permission denied.',
    '3 CLI_STATE Cannot write F: permission denied.',
    'unwritable cannot write F/log: permission denied',
  ])
  expect(await readdir(folder)).toEqual([])
})

test('a state or settings folder of another user is refused, whoever may write to it', async () => {
  const folder = await readOnly()
  await chown(folder, 1, 1)
  await chmod(folder, 0o777)
  const script = await forNobody(`
    import { changeCredentials } from 'src/config/credentials.ts'
    import { changeSettings } from 'src/config/settings-file.ts'
    import { openJournal } from 'src/journal/writes/log.ts'
    const tell = (error) => console.log(error.fault.exit + ' ' + error.fault.code, error.message)
    async function main() {
      const folder = process.argv[2]
      await changeSettings(folder, (settings) => ({ ...settings, profile: 'ops' })).catch(tell)
      await changeCredentials(folder, 'ops', () => ({ origin: 'https://a.example' })).catch(tell)
      await openJournal(folder).append([{ state: 'sending', id: 'a', at: '' }]).catch(tell)
    }
    main()`)
  const { stdout, stderr } = await start(script, [folder], nobody).ended
  expect(stderr).toBe('')
  expect(stdout.replaceAll(folder, 'F').trim().split('\n')).toEqual([
    '3 CLI_CONFIG F belongs to another user (uid 1).',
    '3 CLI_STATE F belongs to another user (uid 1).',
    '3 CLI_STATE The journal of writes cannot be used: F belongs to another user (uid 1).',
  ])
  expect(await readdir(folder)).toEqual([])
})

test('folders and files are ours alone as another user too, under a umask that forbids everything', async () => {
  const folder = await readOnly()
  await chown(folder, 65_534, 65_534)
  const script = await forNobody(`
    import { changeCredentials, readCredentials } from 'src/config/credentials.ts'
    import { changeSettings, readSettings } from 'src/config/settings-file.ts'
    process.umask(0o777)
    async function main() {
      const state = process.argv[2] + '/a/b'
      await changeSettings(state, (settings) => ({ ...settings, profile: 'ops' }))
      await changeCredentials(state, 'ops', () => ({ origin: 'https://a.example' }))
      console.log((await readSettings(state)).profile, (await readCredentials(state, 'ops')).origin)
    }
    main()`)
  const { stdout, stderr } = await start(script, [folder], nobody).ended
  expect({ stdout, stderr }).toEqual({ stdout: 'ops https://a.example\n', stderr: '' })
})

test('a write that ends in the middle keeps no half of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'movecli-peer-'))
  const script = await bundle(`
    import { openLog } from 'src/disk/append-log.ts'
    import { replaceFile } from 'src/disk/atomic-write.ts'
    const folder = process.argv[2]
    async function main() {
      const log = await openLog(folder + '/log', { format: 1 })
      await log.append([{ small: 1 }], { flush: true })
      await log.append([{ pad: 'x'.repeat(9000) }], { flush: true }).catch((error) => console.log(error.kind, error.message))
      await log.append([{ small: 2 }], { flush: true })
      await log.close()
      await replaceFile(folder + '/file', 'old')
      await replaceFile(folder + '/file', 'x'.repeat(9000)).catch((error) => console.log(error.kind))
    }
    main()`)
  // ulimit counts blocks of 512 bytes in some shells, of 1024 in others: less than 9000 bytes in all.
  const { stdout, stderr } = await start(script, [folder], ['sh', '-c', 'ulimit -f 8; exec "$@"', 'sh']).ended
  expect(stderr).toBe('')
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    `unwritable cannot write ${folder}/log: the file would be too large`,
    'unwritable',
  ])
  const log = await openLog(join(folder, 'log'), { format: 1 })
  const kept: unknown[] = []
  for await (const { record } of log.read()) kept.push(record)
  expect(kept).toEqual([{ small: 1 }, { small: 2 }])
  await log.close()
  expect(await readFile(join(folder, 'file'), 'utf8')).toBe('old')
  expect((await readdir(folder)).sort()).toEqual(['file', 'log'])
})

test('a full disk loses no settings, no credentials and no log, and a lock is still released', async () => {
  await onTinyDisk(256, async (folder) => {
    const script = await bundle(`
      import { writeFileSync, appendFileSync } from 'node:fs'
      import { changeCredentials } from 'src/config/credentials.ts'
      import { withSetting } from 'src/config/settings.ts'
      import { changeSettings } from 'src/config/settings-file.ts'
      import { openLog } from 'src/disk/append-log.ts'
      import { acquire, holder } from 'src/disk/lock.ts'
      const folder = process.argv[2] + '/movecli'
      const tell = (error) => console.log(error.fault ? error.fault.exit + ' ' + error.fault.code : error.kind)
      async function main() {
        await changeSettings(folder, (settings) => withSetting(settings, 'deviceId', 'old'))
        await changeCredentials(folder, 'ops', () => ({ origin: 'https://a.example', apiKey: 'old' }))
        const log = await openLog(folder + '/log', { format: 1 })
        await log.append([1], { flush: true })
        const lock = await acquire(folder + '/lock', { wait: 0 })
        try { for (;;) appendFileSync(folder + '/filler', 'x'.repeat(1000)) } catch {}
        await lock.release()
        console.log(await holder(folder + '/lock'))
        const big = 'y'.repeat(20000)
        await changeSettings(folder, (settings) => withSetting(settings, 'deviceId', big)).catch(tell)
        await changeCredentials(folder, 'ops', (old) => ({ ...old, token: big })).catch(tell)
        await log.append([big], { flush: true }).catch(tell)
      }
      main()`)
    const { stdout, stderr } = await start(script, [folder]).ended
    expect(stderr).toBe('')
    expect(stdout.trim().split('\n')).toEqual(['undefined', '3 CLI_CONFIG', '3 CLI_STATE', 'unwritable'])
    const state = join(folder, 'movecli')
    expect(await readFile(join(state, 'config.json'), 'utf8')).toContain('"old"')
    expect(await readFile(join(state, 'credentials.json'), 'utf8')).toContain('"old"')
    expect((await readFile(join(state, 'log'), 'utf8')).trim().split('\n')).toHaveLength(2)
    expect((await readdir(state)).filter((name) => /tmp|draft/.test(name))).toEqual([])
  })
})
