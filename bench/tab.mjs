/**
 * From a press of TAB to what it shows, in real shells on a terminal: medians of `rounds` presses in a state folder with 1,000
 * writes. A press of TAB on a command without completions is measured beside it: what is left to the terminal and the shell.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { spawn } from '@lydell/node-pty'

const root = fileURLToPath(new URL('..', import.meta.url))
const rounds = Number(process.argv[2] ?? 15)
const home = mkdtempSync(join(tmpdir(), 'movecli-tab-'))
const bin = join(home, 'bin')
const movecli = (...words) => {
  const ran = spawnSync(process.execPath, [join(root, 'bin/movecli.js'), ...words], {
    env: { PATH: process.env.PATH, HOME: home },
    encoding: 'utf8',
  })
  if (ran.status !== 0) throw new Error(`movecli ${words.join(' ')}: ${ran.stderr}`)
  return ran.stdout
}

mkdirSync(bin)
writeFileSync(join(bin, 'movecli'), `#!/bin/sh\nexec ${process.execPath} ${root}bin/movecli.js "$@"\n`, {
  mode: 0o755,
})
movecli('config', 'set', 'deviceId', 'watch', '--profile', 'ops-main')
const motion = ['--distance', '1.5', '--duration', '600']
const proof = movecli('sandbox', 'proof', '--steps', '1', ...motion).trim()
movecli('motion', 'submit', '-n', 'sandbox', '--steps', '1', ...motion, '--proof', proof)
const log = join(home, '.local/state/movecli/journal/writes.log')
const [own] = JSON.parse(movecli('journal', 'ls', '--json'))
const steps = readFileSync(log, 'utf8')
  .split('\n')
  .filter((line) => line.includes(own.id))
const ids = Array.from({ length: 999 }, (_, at) => at.toString(16).padStart(16, '0'))
appendFileSync(
  log,
  [...ids, 'feedfacecafe0001']
    .flatMap((id) => steps.map((line) => `${line.replaceAll(own.id, id)}\n`))
    .join(''),
)

const shells = {
  bash: {
    args: ['--norc', '--noprofile', '-i'],
    load: `bind 'set show-all-if-ambiguous on'; bind 'set completion-query-items 0'; bind 'set page-completions off'; source ${root}completions/movecli.bash`,
  },
  zsh: {
    args: ['-f', '-i'],
    load: `fpath=(${root}completions $fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=0; bindkey '^I' complete-word`,
  },
  fish: { args: ['--no-config', '-i'], load: `source ${root}completions/movecli.fish` },
}
const offers = [
  ['a file, without completions', `cat ${bin}/mov`, /ecli/],
  ['commands', 'movecli motion ', /submit/],
  ['flags', 'movecli motion daily --da', /te/],
  ['values of a flag', 'movecli motion daily -n ', /sandbox/],
  ['profiles', 'movecli --profile ', /ops-main/],
  ['days', 'movecli motion daily --date ', new RegExp(new Date().toISOString().slice(0, 8))],
  ['one of 1,000 writes', 'movecli journal show feed', /face/],
  ['fields', 'movecli motion daily --fields st', /eps/],
]

async function opened(shell) {
  const { args, load } = shells[shell]
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: home, TERM: 'xterm', PS1: '> ', LC_ALL: 'C.UTF-8' }
  const child = spawn(shell, args, { cols: 100, rows: 50, cwd: home, env })
  let seen = ''
  let wake = () => {}
  child.onData((data) => {
    seen += data
    wake()
  })
  const until = async (what) => {
    const late = setTimeout(() => {
      throw new Error(`${shell} never showed ${what}: ${JSON.stringify(seen.slice(-300))}`)
    }, 20_000)
    while (!what.test(seen)) await new Promise((resolve) => (wake = resolve))
    clearTimeout(late)
  }
  let count = 0
  const answers = async () => {
    count += 1
    child.write(`echo answer''${count}.\r`)
    await until(new RegExp(`answer${count}\\.`))
  }
  child.write(`${load}\r`)
  await answers()
  return {
    /** Milliseconds from TAB to what it shows. */
    async tab(line, shown) {
      child.write(line)
      // The shell has drawn the line.
      await pause(100)
      seen = ''
      const began = performance.now()
      child.write('\t')
      await until(shown)
      const took = performance.now() - began
      await pause(50)
      child.write('\u0005\u0015')
      await answers()
      return took
    },
    close: () => child.kill('SIGKILL'),
  }
}

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1]
try {
  console.log(`milliseconds from TAB to what it shows, medians of ${rounds} (the slowest)`)
  for (const shell of Object.keys(shells)) {
    const open = await opened(shell)
    for (const [name, line, shown] of offers) {
      const took = []
      // The first press loads what a shell keeps.
      await open.tab(line, shown)
      for (let round = 0; round < rounds; round++) took.push(await open.tab(line, shown))
      console.log(
        `${shell.padEnd(5)} ${median(took).toFixed(0).padStart(4)} (${Math.max(...took).toFixed(0)})  ${name}`,
      )
    }
    open.close()
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
