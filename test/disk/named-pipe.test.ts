/** Which names are of what the shell hands over by its number: it ends with the command, and is read as it is. */
import { execFileSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isInherited, isNamedPipe } from '../../src/disk/named-pipe.ts'
import { freshFolder } from '../support/movecli.ts'

test.each([
  ['/dev/stdin', true],
  ['/dev/fd/0', true],
  ['/dev/fd/63', true],
  ['/proc/self/fd/3', true],
  ['/proc/4711/fd/12', true],
  ['/dev/fd/', false],
  ['/dev/fd/3x', false],
  ['/dev/fd/../null', false],
  ['/proc/self/fd/', false],
  ['/home/ada/dev/stdin', false],
  ['dev/fd/3', false],
])('%s: %s', (path, inherited) => expect(isInherited(path)).toBe(inherited))

test('a pipe in a folder has to wait for its other end, one that was handed over has it, and a file is none', () => {
  const folder = freshFolder()
  const [pipe, file] = [join(folder, 'pipe'), join(folder, 'file')]
  execFileSync('mkfifo', [pipe])
  writeFileSync(file, '')
  expect([
    isNamedPipe(pipe, statSync(pipe)),
    isNamedPipe('/dev/fd/3', statSync(pipe)),
    isNamedPipe(file, statSync(file)),
  ]).toEqual([true, false, false])
})
