/** What the compiler must refuse: a code, an operation or a flag that is in no table. */
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
    compilerOptions: { noUnusedLocals: false },
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
const lines = `import { command, type CommandHandler, type ParsedArgs } from ${from('runtime/command.ts')}
import type { ValuesOf } from ${from('runtime/flag.ts')}
import type { BodyValues } from ${from('operations/body-flags.ts')}
import { dailyFlags, type DailyValues, type HistoryValues } from ${from('commands/motion/flags.ts')}
import type { BulkValues } from ${from('bulk/flags.ts')}
import type { SandboxProofValues } from ${from('commands/sandbox/flags.ts')}
declare const given: ParsedArgs<DailyValues>
declare const load: <V extends object>() => () => Promise<{ run: CommandHandler<V> }>
const day = { name: 'daily', summary: '', examples: [], exits: [], flags: dailyFlags } as const
`
const globals = `import type { Tools } from ${from('runtime/services.ts')}\ndeclare const tools: Tools\n`

test('a code or an exit that is in no table does not compile, and the right ones do', async () => {
  const errors = await compiled({
    'right-code': `${codes}export const error = moveError('CLI_CONSENT', { message: 'No.' })`,
    'wrong-code': `${codes}export const error = moveError('CLI_CONSNT', { message: 'No.' })`,
    'typed-exit': `${codes}export const error = moveError('CLI_CONSENT', { message: 'No.', exit: 11 })`,
    'wrong-exit': `import { endsWith } from ${from('errors.ts')}\nexport const ends = endsWith(undefined, 'partail')`,
    'wrong-kind': `import { misconfigured } from ${from('errors.ts')}\nexport const error = misconfigured('No.', 'Do.', 'CLI_SIGNATURE')`,
  })
  expect(Object.keys(errors).toSorted()).toEqual(['typed-exit', 'wrong-code', 'wrong-exit', 'wrong-kind'])
}, 60_000)

test('an operation that is in no table does not compile, and the right one does', async () => {
  expect(
    await compiled({
      'right-operation': `${sent}export const request = compose('motion.daily', {}, target)`,
      'wrong-operation': `${sent}export const request = compose('motion.dayly', {}, target)`,
      'wrong-line': `${line}export const operation: CommandSpec['operation'] = 'token.clame'`,
    }),
  ).toEqual({ 'wrong-operation': 'TS2345', 'wrong-line': 'TS2820' })
}, 60_000)

test('a flag that the line does not have does not compile, and the right ones do, each with the type of its value', async () => {
  expect(
    await compiled({
      'right-text': `${lines}export const found: string | undefined = given.flags.address`,
      'right-day': `${lines}export const found: { date: string } | { daysAgo: 0 | 1 } | { secondsAgo: number } | undefined = given.flags.date`,
      'right-part': `${lines}export const found: number | undefined = ({} as BulkValues).shard?.count`,
      'right-switch': `${lines}export const found: true | undefined = given.flags.explain`,
      'right-many': `${lines}export const found: readonly string[] | undefined = given.flags.param`,
      'right-choice': `${lines}export const found: 'a' | 'b' | undefined = {} as ValuesOf<readonly [{ name: 'on-x'; value: '<x>'; about: ''; choices: ['a', 'b'] }]>['onX']`,
      'right-number': `${lines}export const found: number | undefined = ({} as HistoryValues).maxItems`,
      'right-duration': `${lines}export const found: number | undefined = given.flags.watch?.seconds`,
      'right-global': `${globals}export const found = tools.globals['dryRun']`,
      'right-line': `${lines}export const found = command({ ...day, load: load<DailyValues>() })`,
      'right-subset': `${lines}export const found = command({ ...day, load: load<Pick<DailyValues, 'date'>>() })`,
      misspelt: `${lines}export const found = given.flags.dat`,
      'as-typed': `${lines}export const found = given.flags['all-profiles']`,
      'of-another': `${lines}export const found = given.flags.chart`,
      'left-out': `${lines}export const found = ({} as SandboxProofValues).proof`,
      'other-type': `${lines}export const found: string | undefined = given.flags.explain`,
      'day-as-text': `${lines}export const found: string | undefined = given.flags.date`,
      'part-as-text': `${lines}export const found: string | undefined = ({} as BulkValues).shard`,
      'number-as-text': `${lines}export const found: string | undefined = ({} as HistoryValues).limit`,
      'wrong-global': `${globals}export const found = tools.globals['dryrun']`,
      'wrong-line': `${lines}export const found = command({ ...day, load: load<HistoryValues>() })`,
      'body-line': `${lines}export const found = command({ ...day, load: load<BodyValues>() })`,
      'bare-line': `${lines}export const found: import(${from('runtime/command.ts')}).CommandSpec = { ...day, load: load<HistoryValues>() }`,
    }),
  ).toEqual({
    misspelt: 'TS2551',
    'as-typed': 'TS2551',
    'of-another': 'TS2339',
    'left-out': 'TS2339',
    'other-type': 'TS2322',
    'day-as-text': 'TS2322',
    'part-as-text': 'TS2322',
    'number-as-text': 'TS2322',
    'wrong-global': 'TS2551',
    'wrong-line': 'TS2322',
    'body-line': 'TS2322',
    'bare-line': 'TS2741',
  })
}, 60_000)
