import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nouns } from '../../support/nouns.ts'
import { completionWords } from '../../../src/commands/completion/words.ts'
import { movecli } from '../../support/movecli.ts'

const folder = join(import.meta.dirname, '../../../completions')

test.each([
  ['bash', 'movecli.bash'],
  ['zsh', '_movecli'],
  ['fish', 'movecli.fish'],
  ['powershell', 'movecli.ps1'],
])(
  'completion %s prints the script that is published, offline and whatever the format',
  async (shell, file) => {
    const { code, stdout, stderr } = await movecli(['completion', shell])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(readFileSync(join(folder, file), 'utf8'))
    const json = await movecli(['completion', shell, '--json'])
    expect(JSON.parse(json.stdout)).toEqual({ shell, script: stdout })
  },
)

test('a shell that is none is exit 2 with the near one', async () => {
  const { code, stdout, stderr } = await movecli('completion bsh')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('Did you mean bash?')
})

test('every word that is offered is one that no shell would split or expand', () => {
  const { places, valued } = completionWords(nouns)
  const all = [
    ...places.flatMap(({ commands, flags }) => [...commands, ...flags].map(({ word }) => word)),
    ...[...valued.map(({ offer }) => offer), ...places.flatMap(({ args }) => args)].flat(),
  ]
  expect(all.filter((word) => !/^@?[\w./-]+$/.test(word))).toEqual([])
})
