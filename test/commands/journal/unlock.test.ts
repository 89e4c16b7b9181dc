import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { thisProcess } from '../../../src/disk/liveness.ts'
import { acquireWriteLock, turnsFolder } from '../../../src/journal/writes/write-lock.ts'
import { readdirSync } from 'node:fs'
import { living, planned, putJournal, sending } from '../../journal/support.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'

const elsewhere = { ...living, pid: 1, space: 'pid:[1]' }
const how = { wait: 0, signal: new AbortController().signal, profile: null, network: 'sandbox' }

/** A home whose locks below `path` are of a process in another container. */
function moved(path: string): void {
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    if (/\/\d+$/.test(name))
      writeFileSync(join(path, name), JSON.stringify({ ...elsewhere, ...noteIn(path) }))
}
const noteIn = (path: string) => ({
  note: path.includes('turns')
    ? JSON.stringify({ operation: 'token.claim', owner: '0x11', profile: null, network: 'sandbox' })
    : 'a run at work',
})

const house = () => {
  const home = freshFolder()
  const state = join(home, '.local/state/movecli')
  return { home, state, run: async (line: string) => movecli(line.split('|'), { home }) }
}
const records = async (run: (line: string) => Promise<{ stdout: string }>) =>
  (JSON.parse((await run('journal|export|--json')).stdout) as { state: string; note: string | null }[]).map(
    ({ state, note }) => [state, note],
  )

test('a claim that another container may be sending: busy with the sentence, unlocked, unresolved, settled', async () => {
  const { home, state, run } = house()
  // A claim of the sandbox's own wallet, as its record says; then its process is in another container.
  expect((await run('token|claim|--yes|-n|sandbox')).code).toBe(0)
  const [known] = JSON.parse((await run('journal|ls|--json')).stdout) as { address: string }[]
  const shown = JSON.parse(
    (
      await run(
        `journal|show|${(JSON.parse((await run('journal|ls|--json')).stdout) as { id: string }[])[0]!.id}|--json`,
      )
    ).stdout,
  ) as { origin: string; key: string }
  const { origin, key } = shown
  const of = { origin, key, address: known!.address, network: 'sandbox', profile: null, holder: elsewhere }
  putJournal(state, [planned('aa', of), sending('aa')])

  const busy = await run('token|claim|--yes|-n|sandbox')
  expect(busy.code).toBe(8)
  expect(busy.stderr).toContain("movecli journal unlock 'token claim'")
  for (const line of [
    'token|claim|--reconcile|-n|sandbox',
    'token|claim|--yes|--force|-n|sandbox',
    'journal|resolve|aa|--as|applied',
  ])
    expect({ line, code: (await run(line)).code }).toEqual({ line, code: 8 })

  expect((await run('journal|unlock|token claim')).code).toBe(11)
  expect((await run('journal|unlock|token claim|--dry-run')).stdout).toContain('record aa')
  expect((await run('journal|ls|--state|sending|--json')).stdout).toContain('"aa"')

  const freed = await run('journal|unlock|token claim|--yes')
  expect({ code: freed.code, stdout: freed.stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining('record aa'),
  })
  expect((await records(run)).slice(2)).toEqual([
    ['unlocked', expect.stringContaining('token claim of')],
    ['unknown', expect.stringContaining('journal unlock')],
  ])
  expect((await run('token|claim|--yes|-n|sandbox')).code).toBe(9)
  expect((await run('journal|resolve|aa|--as|not-applied')).code).toBe(0)
  expect((await movecli('token claim --yes -n sandbox', { home })).code).toBe(0)
})

test('what a process left that is gone as seen from here is freed for those who cannot see it', async () => {
  const { state, run } = house()
  const path = join(state, 'journal/runs/evening/scope/lock')
  mkdirSync(path, { recursive: true, mode: 0o700 })
  writeFileSync(join(path, '1'), JSON.stringify({ ...living, start: '1', note: 'a run at work' }))
  expect(await run('journal|unlock|evening')).toMatchObject({ code: 0, stdout: 'Freed run evening.\n' })
  expect(readFileSync(join(path, '1'), 'utf8')).toBe('')
})

test('so is a write of such a process: its record says then what became of it, without looking at the process', async () => {
  const { state, run } = house()
  putJournal(state, [planned('aa'), sending('aa'), planned('bb')])
  const { code, stdout } = await run('journal|unlock|token claim')
  expect({ code, printed: stdout.match(/record \w+/g) }).toEqual({
    code: 0,
    printed: ['record aa', 'record bb'],
  })
  expect((await records(run)).map(([is]) => is)).toEqual([
    'planned',
    'sending',
    'planned',
    'unlocked',
    'unknown',
    'unlocked',
    'not_sent',
  ])
  expect((await run('journal|unlock|token claim')).stdout).toContain('Nothing is locked')
})

test.each(['kyc submit', 'user.kyc'])('a KYC submission is freed under the name %s', async (name) => {
  const { state, run } = house()
  putJournal(state, [planned('aa', { operation: 'user.kyc' }), sending('aa')])
  expect(await run(`journal|unlock|${name}`)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Freed kyc submit of .+ record aa\.\n$/),
  })
})

test.each([
  ['token claim', ['aa', 'bb', 'cc', 'dd']],
  ['token.claim', ['aa', 'bb', 'cc', 'dd']],
  [' token  claim', ['aa', 'bb', 'cc', 'dd']],
  ['token claim|-p|ops', ['aa', 'cc']],
  ['token claim|-n|testnet', ['aa', 'bb', 'dd']],
  ['token claim|-p|ops|-n|mainnet', ['cc']],
  ['token claim|-p|web|-n|mainnet', []],
  ['POST /x', ['xx']],
])('the name %s frees the writes that fit, and puts them alone on record', async (words, freed) => {
  const { state, run } = house()
  const left = (id: string, profile: string | null, network: string, operation = 'token.claim') => [
    planned(id, { holder: elsewhere, profile, network, operation }),
    sending(id),
  ]
  const lines = [
    ...left('aa', 'ops', 'testnet'),
    ...left('bb', 'web', 'testnet'),
    ...left('cc', 'ops', 'mainnet'),
    ...left('dd', null, 'testnet'),
    ...left('xx', 'ops', 'testnet', 'POST /x'),
    planned('ee', { holder: elsewhere, operation: 'nft.mint' }),
  ]
  const path = putJournal(state, lines)
  expect((await run(`journal|unlock|${words}|--yes|--dry-run`)).code).toBe(0)
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(lines.length + 1)
  const ran = await run(`journal|unlock|${words}|--yes`)
  expect({ code: ran.code, ids: [...ran.stdout.matchAll(/record (\w+)/g)].map(([, id]) => id) }).toEqual({
    code: 0,
    ids: freed,
  })
  const added = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(lines.length + 1)
    .map((line) => JSON.parse(line.slice(9)) as { state: string; id: string; holder?: object })
  expect(added.filter(({ state: is }) => is === 'unknown').map(({ id }) => id)).toEqual(freed)
  const unlocked = added.filter(({ state: is }) => is === 'unlocked').map(({ holder }) => holder)
  expect(unlocked).toEqual(freed.map(() => elsewhere))
})

test('a turn that was left by another container is freed; one that is seen to be held is not', async () => {
  const { state, run } = house()
  const ask = { origin: 'o', address: '0x11', key: 'k', operation: 'token.claim' }
  await acquireWriteLock(state, ask, how)
  const alive = await run('journal|unlock|token claim|--yes')
  expect({ code: alive.code, stderr: alive.stderr }).toEqual({
    code: 8,
    stderr: expect.stringContaining(`Process ${thisProcess().pid} is still running`),
  })
  moved(turnsFolder(state))
  await expect(acquireWriteLock(state, ask, how)).rejects.toMatchObject({ fault: { exit: 8 } })
  expect((await run('journal|unlock|nft mint|--yes')).stdout).toContain('Nothing is locked')
  expect((await run('journal|unlock|token claim|--yes|-n|testnet')).stdout).toContain('Nothing is locked')
  expect((await run('journal|unlock|token claim|--yes|--json')).stdout).toContain('"freed":[{')
  await (await acquireWriteLock(state, ask, how)).release()
})

test.each([
  ['evening', 'journal/runs/evening/scope/lock'],
  ['journal', 'journal/lock'],
  ['journal', 'journal/planning/x'],
  ['limits', 'limits/x/lock'],
  ['credentials', 'credentials.lock'],
  ['sandbox', 'sandbox/lock'],
])('%s frees %s', async (name, place) => {
  const { state, run } = house()
  const path = join(state, place)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  writeFileSync(join(path, '1'), JSON.stringify({ ...elsewhere, note: 'x' }))
  expect((await run(`journal|unlock|${name}`)).code).toBe(11)
  expect(await run(`journal|unlock|${name}|--yes`)).toMatchObject({ code: 0, stderr: '' })
  expect((await run(`journal|unlock|${name}|--yes|--json`)).stdout).toContain('"freed":[]')
  expect((await records(run)).map(([is]) => is)).toEqual(['unlocked'])
})

test('a claim is not sent while a living process is sending one, though nobody holds the turn', async () => {
  const { state, run } = house()
  await run('token|claim|--yes|-n|sandbox')
  const [{ id }] = JSON.parse((await run('journal|ls|--json')).stdout) as [{ id: string }]
  const { origin, key, address } = JSON.parse((await run(`journal|show|${id}|--json`)).stdout) as Record<
    string,
    string
  >
  const of = {
    origin: origin!,
    key: key!,
    address: address!,
    network: 'sandbox',
    profile: null,
    holder: living,
  }
  putJournal(state, [planned('aa', of), sending('aa')])
  const { code, stderr } = await run('token|claim|--yes|-n|sandbox')
  expect({ code, stderr }).toEqual({
    code: 8,
    stderr: expect.stringContaining('may still be sending record aa. Nothing was sent.'),
  })
  expect(stderr).not.toContain('unlock')
})

test('a name of nothing is wrong usage, and one under which nothing is held is not', async () => {
  const { state, run } = house()
  const { code, stderr } = await run('journal|unlock|evenin')
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining("'token claim', the name of a run, or one of journal,"),
  })
  mkdirSync(join(state, 'journal/runs/evening/scope'), { recursive: true, mode: 0o700 })
  for (const name of ['evening', 'token claim', 'token.claim', 'motion submit', 'limits', 'settings'])
    expect({ name, code: (await run(`journal|unlock|${name}`)).code }).toEqual({ name, code: 0 })
})

test('a name that nothing can have is not repeated: it may be a secret', async () => {
  const line = ['journal', 'unlock', '--yes', '--', '--api-keys=sk_live_5ecret0fMine']
  const { code, stderr } = await movecli(line, { home: freshFolder() })
  expect([code, stderr]).toEqual([2, expect.stringContaining('No operation, run or lock has this name.')])
  expect(stderr).not.toContain('sk_live')
})
