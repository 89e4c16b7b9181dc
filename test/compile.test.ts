/** What the compiler must refuse: a code or an operation that is in no table. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The first error of each file by tsc, with the project's options; nothing for one that compiles. */
async function compiled(files: Record<string, string>): Promise<Record<string, string>> {
  const drafts = join(root, 'node_modules', '.compile-test')
  mkdirSync(drafts, { recursive: true })
  const folder = mkdtempSync(join(drafts, 'wrong-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.ts`), text)
  const config = {
    extends: join(root, 'tsconfig.json'),
    include: [join(folder, '*.ts'), join(root, 'src', '**', '*.d.ts')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = await execa('tsc', ['-p', folder, '--pretty', 'false'], {
    preferLocal: true,
    localDir: root,
    reject: false,
  })
  const found = [...stdout.matchAll(/([\w-]+)\.ts\(\d+,\d+\): error (TS\d+)/g)]
  return Object.fromEntries(found.toReversed().map(([, name = '', error = '']) => [name, error]))
}

const from = (path: string) => `'${join(root, 'src', path)}'`
const codes = `import { moveError } from ${from('errors.ts')}\n`
const sent = `import { compose, type Target } from ${from('client/compose.ts')}\ndeclare const target: Target\n`
const line = `import type { CommandSpec } from ${from('runtime/command.ts')}\n`

test('a code, an exit or an operation that is in no table does not compile, and the right ones do', async () => {
  const errors = await compiled({
    'right-code': `${codes}export const error = moveError('CLI_CONSENT', { message: 'No.' })`,
    'wrong-code': `${codes}export const error = moveError('CLI_CONSNT', { message: 'No.' })`,
    'typed-exit': `${codes}export const error = moveError('CLI_CONSENT', { message: 'No.', exit: 11 })`,
    'wrong-exit': `import { endsWith } from ${from('errors.ts')}\nexport const ends = endsWith(undefined, 'partail')`,
    'wrong-kind': `import { misconfigured } from ${from('errors.ts')}\nexport const error = misconfigured('No.', 'Do.', 'CLI_SIGNATURE')`,
    'right-operation': `${sent}export const request = compose('motion.daily', {}, target)`,
    'wrong-operation': `${sent}export const request = compose('motion.dayly', {}, target)`,
    'wrong-line': `${line}export const operation: CommandSpec['operation'] = 'token.clame'`,
  })
  expect(Object.keys(errors).toSorted()).toEqual(
    ['typed-exit', 'wrong-code', 'wrong-exit', 'wrong-kind', 'wrong-line', 'wrong-operation'].toSorted(),
  )
}, 60_000)
