/** A state folder on a disk that is full: needs root, for a tmpfs of its own. Nothing is sent that is not on disk. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Transport } from '../../src/contract/wire.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { zip } from '../activity/zip.ts'
import { movecli } from '../support/movecli.ts'
import { onTinyDisk } from '../support/tmpfs.ts'

const env = (state: string) => ({ MOVECLI_STATE_DIR: state })

const onStateDisk = async (work: (state: string) => Promise<void>) =>
  onTinyDisk(128, async (folder) => work(join(folder, 'movecli')))

/** Leaves no page free. */
function fill(state: string): () => void {
  const filler = join(state, 'filler')
  const { bavail, bsize } = statfsSync(state)
  writeFileSync(filler, Buffer.alloc(bavail * bsize))
  return () => rmSync(filler)
}

function house(state: string) {
  const sandbox = createSandbox()
  const sent: string[] = []
  let onWrite = () => {}
  const transport: Transport = async (request) => {
    if (request.method !== 'GET') {
      sent.push(new URL(request.url).pathname)
      onWrite()
    }
    return sandbox(request)
  }
  const run = async (line: string) => movecli(`${line} -n sandbox`, { transport, env: env(state) })
  return { run, sent, during: (work: () => void) => (onWrite = work) }
}

test('on a full disk no write is sent, the error says why, and reads work', async () => {
  await onStateDisk(async (state) => {
    const { run, sent } = house(state)
    expect((await run('token claim --yes')).code).toBe(0)
    sent.splice(0)
    const free = fill(state)
    for (const line of [
      'token claim --yes',
      'user settings -f a=b',
      'motion submit --steps 1',
      'api POST /x --yes',
    ]) {
      const { code, stderr } = await run(line)
      expect({ line, code, stderr }).toEqual({
        line,
        code: 3,
        stderr: expect.stringContaining('the disk is full'),
      })
      expect(stderr).toContain('(CLI_STATE)')
    }
    expect(sent).toEqual([])
    expect((await run('token balance')).code).toBe(0)
    expect((await run('journal ls')).code).toBe(0)
    free()
    expect((await run('token claim --yes')).code).toBe(0)
  })
})

test('a disk that fills up in the middle of a line loses no earlier one', async () => {
  await onStateDisk(async (state) => {
    const { run, sent } = house(state)
    let last = 0
    for (let n = 0; n < 500 && last === 0; n++) last = (await run('token claim --yes')).code
    expect(last).toBe(3)
    const { stdout } = await run('journal ls --json')
    const states = (JSON.parse(stdout) as { state: string }[]).map(({ state }) => state)
    expect(states).toHaveLength(sent.length)
    expect(new Set(states)).toEqual(new Set(['applied']))
  })
})

test('a disk that is full when the answer comes: the result and the truth are said, and the record stays unresolved', async () => {
  await onStateDisk(async (state) => {
    const { run, during } = house(state)
    expect((await run('token claim --yes')).code).toBe(0)
    during(() => fill(state))
    const { code, stdout, stderr } = await run('token claim --yes --json')
    expect({ code, printed: stdout.includes('claim_id') }).toEqual({ code: 0, printed: true })
    expect(stderr).toMatch(/warning: The write is applied, but that is not on disk[\s\S]*--as applied/)
    rmSync(join(state, 'filler'))
    during(() => {})
    const [, id] = /journal resolve (\w+) --as applied/.exec(stderr) ?? []
    // This process still lives, so the record counts as under way until it is gone.
    const { stdout: shown } = await run(`journal show ${id} --json`)
    expect(JSON.parse(shown)).toMatchObject({ state: 'sending' })
    expect((await run('token claim --yes')).code).toBe(8)
  })
})

test('doctor says that the disk is full', async () => {
  await onStateDisk(async (state) => {
    const { run } = house(state)
    expect((await run('token claim --yes')).code).toBe(0)
    fill(state)
    const { code, stdout } = await run('doctor --json')
    expect({ code, stdout }).toEqual({
      code: 10,
      stdout: expect.stringMatching(/state folder.*is full \(0 KB left\)/),
    })
  })
})

test('a zip that comes through a pipe and does not fit on the disk is refused with the reason', async () => {
  await onStateDisk(async (state) => {
    const whole = zip([{ name: 'noise.txt', content: Buffer.alloc(400_000, 1), method: 0 }])
    const stdin = Readable.from([whole])
    const { code, stdout, stderr } = await movecli('motion import -', { env: env(state), stdin })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('the disk is full. (CLI_STATE)')
  })
})
