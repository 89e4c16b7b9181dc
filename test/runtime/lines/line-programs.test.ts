/** Programs that are kept running, as a command asks them. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { linePrograms } from '../../../src/runtime/lines/line-programs.ts'
import { freshFolder } from '../../support/movecli.ts'

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
  const programs = linePrograms({
    path,
    count: 1,
    most: 1024,
    waitMs: 60_000,
    env: {},
    platform: process.platform,
    stderr: { add: () => {} },
    signal: new AbortController().signal,
  })
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
