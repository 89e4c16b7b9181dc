/** Programs that are kept running, as a command asks them. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { linePrograms } from '../../../src/runtime/lines/line-programs.ts'
import { freshFolder } from '../../support/movecli.ts'

const programsOf = (path: string) =>
  linePrograms({
    path,
    count: 1,
    most: 1024,
    waitMs: 60_000,
    env: {},
    platform: process.platform,
    stderr: { add: () => {} },
    signal: new AbortController().signal,
  })

/** A program that keeps each line that it is asked, and answers with it once `answer` is there. */
function slowProgram() {
  const folder = freshFolder('lines-')
  const [path, log, answer] = [join(folder, 'program.mjs'), join(folder, 'asked'), join(folder, 'answer')]
  const source = `#!${process.execPath}
import { appendFileSync, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
createInterface({ input: process.stdin }).on('line', async (line) => {
  appendFileSync(${JSON.stringify(log)}, line + '\\n')
  while (!existsSync(${JSON.stringify(answer)})) await pause(5)
  console.log(line)
})
`
  writeFileSync(path, source)
  chmodSync(path, 0o755)
  writeFileSync(log, '')
  const asked = () => readFileSync(log, 'utf8').split('\n').filter(Boolean)
  return { path: path, asked, answer: () => writeFileSync(answer, '') }
}

test('a line of the turn in which the programs are ended is asked of none', async () => {
  const { path, asked, answer } = slowProgram()
  const programs = programsOf(path)
  const first = programs.ask('first').catch((why: unknown) => why)
  while (asked().length === 0) await pause(5)
  const late = programs.ask('late').catch((why: unknown) => why)
  const ended = programs.end()
  answer()
  await ended
  expect(await late).toMatchObject({ name: 'AbortError' })
  await first
  expect(asked()).toEqual(['first'])
})

test('a program that closes its output and goes on is not waited for, and the next line starts it anew', async () => {
  const path = join(freshFolder('lines-'), 'program.sh')
  writeFileSync(
    path,
    '#!/bin/sh\nread line; [ "$line" = good ] && echo "$line" && read line\nexec >&-; exec sleep 30\n',
    { mode: 0o755 },
  )
  const programs = programsOf(path)
  const began = performance.now()
  await expect(programs.ask('bad')).rejects.toThrow('closed its output before it answered')
  expect((await programs.ask('good')).line.toString()).toBe('good\n')
  await expect(programs.ask('bad')).rejects.toThrow('closed its output before it answered')
  expect(performance.now() - began).toBeLessThan(30_000)
  await programs.end()
})
