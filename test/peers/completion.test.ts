/** Real bash, zsh and fish (apt-get install zsh fish): TAB is pressed in a terminal, and nothing typed is run. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { spawn } from '@lydell/node-pty'
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'

const folder = join(import.meta.dirname, '../../completions')
type Shell = 'bash' | 'zsh' | 'fish'
const shells: Record<Shell, { args: string[]; load: string; tabs: string }> = {
  bash: { args: ['--norc', '--noprofile', '-i'], load: `source ${folder}/movecli.bash`, tabs: '\t\t' },
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
      if (tries > 300) throw new Error(`${shell} never showed ${what}: ${JSON.stringify(seen.slice(-600))}`)
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
      await (shown ? until(shown) : pause(250))
      const said = seen
      child.write('\u0003')
      await pause(30)
      await answers()
      return said
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

const hostile = [
  'movecli $(touch x)',
  'movecli $(touch x) ',
  'movecli "$(touch x)',
  'movecli motion `touch x` ',
  'movecli motion `touch x`',
  'movecli --base-url $(touch x) motion ',
  'movecli --profile $(touch x)',
  'movecli --profile "$(touch x)',
  'movecli --profile $(touch x) motion ',
  'movecli nft ls --type=$(touch x)',
  'movecli nft ls --type $(touch x)',
  'movecli config get a[$(touch x)]',
  'movecli config get a[$(touch x)] ',
  "movecli '$(touch x)' --network ",
  'movecli "a[\\$(touch x)]" ',
]

test.concurrent.each(names)('%s: a line that holds $(touch x) touches nothing', async (shell) => {
  const home = freshFolder()
  const open = await opened(shell, home)
  for (const line of hostile) {
    await open.tab(line)
    expect([line, existsSync(join(home, 'work', 'x'))]).toEqual([line, false])
  }
  open.close()
})

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

test('the scripts ask nothing of the network and start no program but sed', () => {
  for (const file of ['movecli.bash', '_movecli', 'movecli.fish'])
    expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(
      /\b(eval|curl|compgen -W|source <)\b|\$\(movecli|\(movecli/,
    )
})
