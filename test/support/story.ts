/** Plays a story: a session as typed and as answered, on a terminal, in one home, on one day. */
import { createHash } from 'node:crypto'
import { runCommandLine } from '../../src/cli/run.ts'
import { makeProof } from '../../src/sandbox/proof.ts'
import { contextFor, freshFolder } from './movecli.ts'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Noon of the day on which every story plays. */
const noon = Date.parse('2026-01-31T12:00:00Z')

type Screen = { columns?: number; color?: boolean }

/** The story with its answers as they are now: lines that begin with `$ ` are typed, the others are what came back. */
export async function play(story: string, { columns = 100, color = false }: Screen = {}): Promise<string> {
  const home = freshFolder('movecli-story-')
  prepare(home)
  const before = process.cwd()
  process.chdir(home)
  try {
    const lines: string[] = []
    let calls = 0
    for (const line of story.split('\n').filter((each) => /^(\$ |# |$)/.test(each))) {
      lines.push(line)
      if (!line.startsWith('$ ')) continue
      const { code, seen } = await typed(line.slice(2), home, ++calls, { columns, color })
      if (seen) lines.push(seen.trimEnd().replaceAll(home, '~'))
      if (code !== 0) lines.push(`[exit ${code}]`)
    }
    return `${lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trimEnd()}\n`
  } finally {
    process.chdir(before)
  }
}

/**
 * A wallet that foundry made, its password, the sandbox's API key, a walk as a watch recorded it, and three days of
 * motion, of which the last has a false proof.
 */
function prepare(home: string): void {
  cpSync(new URL('../fixtures/wallets/cast-1.json', import.meta.url), join(home, 'wallet.json'))
  cpSync(new URL('../fixtures/activity/walk.fit', import.meta.url), join(home, 'walk.fit'))
  writeFileSync(join(home, 'password'), 'throwaway-password\n', { mode: 0o600 })
  writeFileSync(join(home, 'key'), 'sandbox-public-api-key\n', { mode: 0o600 })
  const days = [5000, 6200, 7100].map((steps, at) => {
    const motion = { steps, distance: 3.2, duration: 1860 }
    return `day-${at + 1},${steps},3.2km,31m,${at < 2 ? makeProof(motion) : 'a-false-proof'}\n`
  })
  writeFileSync(join(home, 'rows.csv'), `id,steps,distance,duration,proof\n${days.join('')}`)
}

async function typed(
  line: string,
  home: string,
  calls: number,
  screen: Required<Screen>,
): Promise<{ code: number; seen: string }> {
  const words = await split(line, home, calls)
  if (words.shift() !== 'movecli') throw new Error(`A story runs movecli alone: ${line}`)
  return movecli(words, home, calls, screen)
}

/** At a terminal where there is a screen, else in a pipe. */
async function movecli(words: string[], home: string, calls: number, screen?: Required<Screen>) {
  const seen: string[] = []
  const now = () => new Date(noon + calls * 1000)
  const { context } = contextFor({
    home,
    tty: screen !== undefined,
    now,
    columns: screen?.columns ?? 100,
    env: {
      ...(screen?.color ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
      MOVECLI_NO_INPUT: '1',
      LANG: 'C.UTF-8',
    },
  })
  const sink = { ...context.stdout, write: async (text: string) => void seen.push(text) }
  let drawn = 0
  const random = (bytes: number) =>
    createHash('sha512').update(`${calls} ${drawn++}`).digest().subarray(0, bytes)
  const code = await runCommandLine(words, {
    ...context,
    random,
    stdout: sink,
    stderr: screen ? sink : context.stderr,
  })
  return { code, seen: seen.join('') }
}

/** Words of a line; quotes hold them together, and `"$(movecli …)"` is what that prints. */
async function split(line: string, home: string, calls: number): Promise<string[]> {
  const words: string[] = []
  for (const [, substituted, single, double, plain] of line.matchAll(
    /"\$\(movecli ([^)]*)\)"|'([^']*)'|"([^"]*)"|(\S+)/g,
  )) {
    const inner = substituted && (await movecli(substituted.split(' '), home, calls)).seen.trim()
    words.push(inner ?? single ?? double ?? plain ?? '')
  }
  return words
}
