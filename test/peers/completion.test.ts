/** Real bash, zsh and fish (apt-get install zsh fish): TAB is pressed in a terminal, and nothing typed is run. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { spawn } from '@lydell/node-pty'
import { expect, test } from 'vitest'
import { makeProof } from '../../src/sandbox/proof.ts'
import { freshFolder, movecli } from '../support/movecli.ts'

const folder = join(import.meta.dirname, '../../completions')
type Shell = 'bash' | 'zsh' | 'fish'
const shells: Record<Shell, { args: string[]; load: string; tabs: string }> = {
  bash: {
    args: ['--norc', '--noprofile', '-i'],
    load: `bind 'set completion-query-items 0'; bind 'set page-completions off'; source ${folder}/movecli.bash`,
    tabs: '\t\t',
  },
  // By itself zsh binds TAB to expand-or-complete, which runs `$(…)` at the cursor after any command whatever.
  zsh: {
    args: ['-f', '-i'],
    load: `fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=0; bindkey '^I' complete-word`,
    tabs: '\t',
  },
  fish: { args: ['--no-config', '-i'], load: `source ${folder}/movecli.fish`, tabs: '\t' },
}
const names = ['bash', 'zsh', 'fish'] as const

/** An interactive shell with the completions, in the folder `work` of a home. Fails where the shell is missing. */
async function opened(shell: Shell, home: string) {
  const { args, load, tabs } = shells[shell]
  const cwd = join(home, 'work')
  mkdirSync(cwd, { recursive: true })
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, TERM: 'xterm', PS1: '> ', LC_ALL: 'C.UTF-8' }
  const program = execFileSync('/bin/sh', ['-c', `command -v ${shell}`])
    .toString()
    .trim()
  const child = spawn(program, args, { cols: 100, rows: 50, cwd, env })
  let seen = ''
  child.onData((data) => (seen += data))
  const until = async (what: RegExp) => {
    for (let tries = 0; !what.test(seen); tries++) {
      if (tries > 2000) throw new Error(`${shell} never showed ${what}: ${JSON.stringify(seen.slice(-600))}`)
      await pause(20)
    }
  }
  let count = 0
  /** The shell answers again: all that was typed before is dealt with. */
  const answers = async () => {
    count += 1
    child.write(`echo answer''${count}.\r`)
    await until(new RegExp(String.raw`answer${count}\.`))
  }
  child.write(`${load}\r`)
  await answers()
  return {
    /** Types the line and TAB, waits for what is to be shown, and throws the line away. */
    tab: async (line: string, shown?: RegExp): Promise<string> => {
      seen = ''
      child.write(line)
      await pause(60)
      child.write(tabs)
      if (shown) await until(shown)
      const said = seen
      // Its echo says that TAB was dealt with; the line is emptied before anything is run.
      child.write(`zq${(count += 1)}.`)
      await until(new RegExp(String.raw`zq${count}\.`))
      child.write('\u0005\u0015')
      await answers()
      return shown ? said : seen
    },
    close: () => child.kill('SIGKILL'),
  }
}

const offers: [line: string, shown: RegExp][] = [
  ['movecli motion ', /daily[\s\S]*submit/],
  ['movecli nft ls --type ', /accessories[\s\S]*shoes|shoes[\s\S]*accessories/],
  ['movecli --network ', /mainnet[\s\S]*testnet/],
  ['movecli motion daily -n ', /sandbox/],
  ['movecli motion daily --network=te', /testnet/],
  ['movecli config get networks.testnet.b', /networks\.testnet\.baseUrl/],
  ['movecli motion daily --da', /--date/],
  ['movecli completion ', /powershell/],
  ['movecli -p x config ', /unset/],
  ['movecli help ', /exit-codes/],
]

test.concurrent.each(names)('%s: TAB offers commands, flags and their values', async (shell) => {
  const open = await opened(shell, freshFolder())
  for (const [line, shown] of offers) expect(await open.tab(line, shown)).toMatch(shown)
  open.close()
})

test.concurrent.each(names)(
  '%s offers the profiles there are, read from the settings file',
  async (shell) => {
    const home = freshFolder()
    for (const name of ['ops-main', 'tests_2'])
      expect((await movecli(`config set deviceId w --profile ${name}`, { home })).code).toBe(0)
    const both = /ops-main[\s\S]*tests_2/
    const open = await opened(shell, home)
    for (const line of ['movecli --profile ', 'movecli motion daily -p ', 'movecli profile use '])
      expect(await open.tab(line, both)).toMatch(both)
    open.close()
  },
)

test.concurrent.each(names)('%s offers files where a file is wanted', async (shell) => {
  const home = freshFolder()
  mkdirSync(join(home, 'work', 'keyfolder'), { recursive: true })
  const open = await opened(shell, home)
  expect(await open.tab('movecli login --key-file keyf', /keyfolder/)).toContain('keyfolder')
  open.close()
})

/** A home with a run, single writes of which one is unknown, keystores, an alias and a profile. */
async function livedIn(): Promise<{ home: string; unknown: string; applied: string }> {
  const home = freshFolder()
  const of = async (line: string, env = {}) => movecli(`${line} -n sandbox --json`, { home, env })
  const proof = makeProof({ steps: 100, distance: '1.5', duration: 600 })
  const faults = { MOVECLI_SANDBOX_FAULTS: 'POST /motion/submit:drop-after-apply@1' }
  await of('motion submit --steps 1 --distance 1 --duration 1 --proof x', faults)
  await of(`motion submit --steps 100 --distance 1.5 --duration 600 --proof ${proof}`)
  const rows = join(home, 'rows.ndjson')
  writeFileSync(rows, `{"steps":100,"distance":1.5,"duration":600,"proof":"${proof}","device_id":"w"}\n`)
  await of(`motion submit --from ${rows} --run evening-1`)
  await of(`motion submit --from ${rows} --run morning_2`)
  mkdirSync(join(home, '.foundry/keystores'), { recursive: true })
  for (const name of ['ops-key', 'test-key', '$(touch x)'])
    writeFileSync(join(home, '.foundry/keystores', name), '{}')
  await movecli('config set deviceId w --profile ops-main', { home })
  const ids = JSON.parse((await movecli('journal ls --json --all', { home })).stdout) as {
    id: string
    state: string
  }[]
  const idOf = (state: string) => ids.find((each) => each.state === state)?.id ?? `no ${state}`
  return { home, unknown: idOf('unknown'), applied: idOf('applied') }
}

test.concurrent.each(names)(
  '%s offers what is in the files: writes, runs, keystores, days, fields',
  async (shell) => {
    const { home, unknown, applied } = await livedIn()
    const open = await opened(shell, home)
    const today = new Date().toISOString().slice(0, 8)
    // What the ids begin with alike is typed: bash completes that first, and lists at a later TAB.
    const alike = Array.from(applied).findIndex((each, at) => each !== unknown[at])
    const live: [line: string, shown: RegExp][] = [
      [`movecli journal show ${applied.slice(0, alike)}`, new RegExp(`${applied}|${unknown}`)],
      ['movecli journal resolve ', new RegExp(unknown)],
      ['movecli journal ls --run ', /evening-1[\s\S]*morning_2|morning_2[\s\S]*evening-1/],
      ['movecli motion submit --run ', /evening-1/],
      ['movecli journal unlock ', /credentials[\s\S]*evening-1|evening-1[\s\S]*credentials/],
      ['movecli login --keystore ', /ops-key[\s\S]*test-key/],
      ['movecli motion daily --date ', new RegExp(today)],
      ['movecli motion daily --fields st', /steps/],
      ['movecli motion daily --fields date,ear', /nings\./],
      ['movecli limits --fields left', /left_for_bulk/],
      ['movecli config set format ', /ndjson/],
      ['movecli config set profile ', /ops-main/],
      ['movecli api /tok', /en\//],
      ['movecli api POST /token/cl', /aim/],
    ]
    for (const [line, shown] of live) {
      const said = await open.tab(line, shown)
      expect({ line, said }).toEqual({ line, said: expect.stringMatching(shown) })
      expect(said).not.toContain('touch')
    }
    open.close()
  },
)

const payloads = [
  '$(touch x)',
  '`touch x`',
  '"$(touch x)',
  "'$(touch x)'",
  '"`touch x`"',
  ';touch x;',
  '|touch x|',
  '<(touch x)',
  'a[$(touch x)]',
  '${a:-$(touch x)}',
]
const places = [
  'movecli ^',
  'movecli ^ ',
  'movecli motion ^',
  'movecli ^ motion ',
  'movecli --profile ^',
  'movecli --profile ^ motion ',
  'movecli --profile=^',
  'movecli nft ls --type=^',
  'movecli motion daily --fields ^',
  'movecli motion daily --fields date,^',
  'movecli config get ^',
  'movecli config set ^ ',
  'movecli config set format ^',
  'movecli journal show ^',
  'movecli journal ls --run ^',
  'movecli journal unlock ^',
  'movecli api ^',
  'movecli api GET ^',
  'movecli motion daily --date ^',
  'movecli login --keystore ^',
]
const hostile = places.flatMap((place) => payloads.map((payload) => place.replace('^', () => payload)))

test.concurrent.each(names)(
  '%s: of 200 lines that hold touch x none touches anything',
  async (shell) => {
    const { home } = await livedIn()
    const open = await opened(shell, home)
    expect(hostile).toHaveLength(200)
    for (const line of hostile) {
      await open.tab(line)
      expect([line, existsSync(join(home, 'work', 'x'))]).toEqual([line, false])
    }
    open.close()
  },
  600_000,
)

test.concurrent.each(names)('%s: a hostile settings file offers nothing and runs nothing', async (shell) => {
  const home = freshFolder()
  const config = join(home, '.config', 'movecli')
  mkdirSync(config, { recursive: true })
  const profiles = ['$(touch x)', 'a;touch x', 'good', 'other', '\u001b[2J'].map(
    (name) => `    "${name}": {\n    }`,
  )
  writeFileSync(join(config, 'config.json'), `{\n  "profiles": {\n${profiles.join(',\n')}\n  }\n}\n`)
  const open = await opened(shell, home)
  const said = await open.tab('movecli --profile ', /good[\s\S]*other/)
  expect(said).not.toContain('touch')
  expect(existsSync(join(home, 'work', 'x'))).toBe(false)
  open.close()
})

test('the scripts ask nothing of the network and start no program but sed, awk, tail, ls, date and sh', () => {
  for (const file of ['movecli.bash', '_movecli', 'movecli.fish'])
    expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(
      /\b(eval|curl|compgen -W|source <)\b|\$\(movecli|\(movecli/,
    )
})
