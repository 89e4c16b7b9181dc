/**
 * Whatever follows a flag that takes a value is its value: for every command, flag and
 * spelling, before and after the command.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CommandSpec } from '../../src/runtime/command.ts'
import type { Flag, FlagParser } from '../../src/runtime/flag.ts'
import { nouns } from '../support/nouns.ts'
import { globalFlags } from '../../src/runtime/global-flags.ts'
import { readLine } from '../../src/cli/read-line.ts'
import { parse } from '../support/parse.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { freshFolder, movecli } from '../support/movecli.ts'

type Command = { words: string[]; line: CommandSpec }
const commands = nouns.flatMap((noun): Command[] =>
  'lines' in noun
    ? noun.lines.map((line) => ({ words: [noun.name, line.name], line }))
    : [{ words: [noun.name], line: noun }],
)
const named = commands.map((command) => ({ name: command.words.join(' '), ...command }))
const ownFlags = ({ flags = [] }: CommandSpec): readonly Flag[] => flags
const isGlobal = ({ name }: Flag) => globalFlags.some((each) => each.name === name)
const takesValue = ({ value }: Flag) => value !== undefined && !value.startsWith('[')
const argumentsFor = ({ args = [] }: CommandSpec) => args.filter(({ required }) => required).map(() => 'word')

/** The name under which a value is found, told here once more: `device-id` is `deviceId`. */
const key = (name: string) =>
  name
    .split('-')
    .map((part, at) => (at === 0 ? part : part.slice(0, 1).toUpperCase() + part.slice(1)))
    .join('')

const odd = ['-', '--', '-1', '', '=', 'a=b', '--help', '-h', '-V', '--no-such-flag', 'motion']
const beginning = ({ name, short }: Flag) => [
  `--${name}`,
  `--${name}=x`,
  ...(short ? [`-${short}`, `-${short}x`, `-${short}=1`] : []),
]
/** Values that begin as the flags do that are known at a command. */
const valuesFor = (line: CommandSpec) => [...odd, ...[...globalFlags, ...ownFlags(line)].flatMap(beginning)]
const values = [...new Set(commands.flatMap(({ line }) => valuesFor(line)))]

const spellings = ({ name, short }: Flag, value: string): string[][] => [
  [`--${name}`, value],
  [`--${name}=${value}`],
  ...(short ? [[`-${short}`, value]] : []),
  ...(short && value !== '' ? [[`-${short}${value}`], [`-q${short}`, value], [`-q${short}${value}`]] : []),
]

/**
 * What was understood: the flags of the line and the global ones, or those of a line whose
 * value is none of its choices, or no number.
 */
function understood(argv: string[]) {
  const read = readLine(argv, nouns)
  const { quiet: _, ...globals } = read.globals
  if ('wrong' in read)
    return { globals, wrong: /^--\S+ (cannot|must) be/.exec(read.wrong.message)?.[0] ?? read.wrong.message }
  return read.parsed.kind === 'run'
    ? {
        globals,
        own: read.parsed.given.flags,
        args: read.parsed.given.args,
        rest: read.parsed.given.passthrough,
      }
    : { globals, kind: read.parsed.kind }
}

test.each(named)('$name: every flag that takes a value takes whatever follows it', ({ words, line }) => {
  const args = argumentsFor(line)
  const wrong: unknown[] = []
  let turn = named.findIndex((each) => each.line === line)
  const flags: readonly Flag[] = [...ownFlags(line), ...globalFlags]
  for (const flag of flags.filter(takesValue)) {
    const global = isGlobal(flag)
    for (const value of valuesFor(line)) {
      const kept = { [key(flag.name)]: flag.many ? [value] : value }
      turn += 1
      // A global flag meets every value, at one command or another.
      if (global && turn % 5 > 0) continue
      const read = flag.parse?.(value)
      const told =
        read && 'message' in read ? read.message : read && 'problem' in read && `--${flag.name} must be`
      const refused = flag.choices ? `--${flag.name} cannot be` : told
      const meant = refused
        ? { globals: {}, wrong: refused }
        : { globals: global ? kept : {}, own: global ? {} : kept, args, rest: [] }
      const all = spellings(flag, value)
      // A flag meets every value, and is spelled every way with one value or another.
      for (const spelled of [all[(global ? turn / 5 : turn) % all.length] ?? []]) {
        const typed = global ? [...spelled, ...words, ...args] : [...words, ...args, ...spelled]
        const found = understood(typed)
        if (JSON.stringify(found) !== JSON.stringify(meant)) wrong.push({ typed, found })
      }
      const between = [...words, `--${flag.name}`, value, ...args]
      if (JSON.stringify(understood(between)) !== JSON.stringify(meant)) wrong.push(between)
    }
  }
  expect(wrong).toEqual([])
})

test('no flag of a command bears the name or the letter of a global one', () => {
  const taken = new Set([
    ...globalFlags.flatMap(({ name, short }) => [name, short]),
    'help',
    'h',
    'version',
    'V',
  ])
  const clashes = commands.flatMap(({ words, line }) =>
    ownFlags(line).flatMap(({ name, short }) =>
      [name, short].filter((each) => each !== undefined && taken.has(each)).map((each) => [...words, each]),
    ),
  )
  expect(clashes).toEqual([])
})

const asRead = ({ parse: parser }: Flag, value: unknown): unknown => {
  const read = typeof value === 'string' ? parser?.(value) : undefined
  return read && 'value' in read ? read.value : value
}

/** Of a number, a duration, a part, a day, a length and a zone those that a parser takes. */
const readTexts = (parser: FlagParser<unknown>): string[] =>
  ['1', '30', '1/4', '2026-01-31', 'today', '0.75', 'UTC'].filter((text) => 'value' in parser(text))

/** A line as somebody means it, and one of the ways to type it. */
const anyValue = fc.oneof(
  fc.constantFrom(...values),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ maxLength: 6 }).map((text) => `-${text}`),
)
const meant = fc.constantFrom(...commands).chain(({ words, line }) => {
  const flags: readonly Flag[] = [...ownFlags(line), ...globalFlags].filter(
    (flag) => !flag.value?.startsWith('['),
  )
  const given = fc.uniqueArray(
    fc.constantFrom(...flags).chain((flag) =>
      fc.record({
        flag: fc.constant(flag),
        value:
          flag.value === undefined
            ? fc.constant(undefined)
            : flag.choices
              ? fc.constantFrom(...flag.choices)
              : flag.parse
                ? fc.constantFrom(...readTexts(flag.parse))
                : anyValue,
        joined: fc.boolean(),
        short: fc.boolean(),
        early: fc.boolean(),
      }),
    ),
    { maxLength: 5, selector: ({ flag }) => flag.name },
  )
  const args = fc.array(fc.stringMatching(/^[a-z0-9/.]{1,6}$/), {
    minLength: argumentsFor(line).length,
    maxLength: Math.max(argumentsFor(line).length, line.args?.length ?? 0),
  })
  return fc.record({
    words: fc.constant(words),
    line: fc.constant(line),
    given,
    args,
    tail: fc.option(fc.array(anyValue, { maxLength: 2 })),
  })
})

test('a line means what was meant, however it is typed', () => {
  const property = fc.property(meant, ({ words, line, given, args, tail }) => {
    const typed = (early: boolean) =>
      given
        .filter((each) => (each.early && isGlobal(each.flag)) === early)
        .flatMap(({ flag, value, joined, short }) => {
          const word = short && flag.short ? `-${flag.short}` : `--${flag.name}`
          if (value === undefined) return [word]
          if (!joined || (word.length === 2 && value === '')) return [word, value]
          return [word.length === 2 ? `${word}${value}` : `${word}=${value}`]
        })
    const rest = line.passthrough ? (tail ?? []) : []
    const argv = [
      ...typed(true),
      ...words,
      ...args,
      ...typed(false),
      ...(line.passthrough && tail ? ['--', ...tail] : []),
    ]
    const kept = (global: boolean) =>
      Object.fromEntries(
        given
          .filter(({ flag }) => isGlobal(flag) === global)
          .map(({ flag, value = flag.many ? 1 : true }) => [
            key(flag.name),
            flag.many && flag.value ? [value] : asRead(flag, value),
          ]),
      )
    expect(readLine(argv, nouns)).toEqual({
      globals: kept(true),
      parsed: { kind: 'run', line, path: words, given: { args, flags: kept(false), passthrough: rest } },
    })
  })
  fc.assert(property, { numRuns: 300 })
})

test('no words whatever make anything but a line that is understood or a usage error', () => {
  const word = fc.oneof(
    anyValue,
    fc.constantFrom(...commands.flatMap(({ words }) => words), '-y', '--yes', '-n', '--json'),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
      const read = readLine(argv, nouns)
      if ('wrong' in read) expect(read.wrong.fault).toMatchObject({ code: 'CLI_USAGE', exit: 2 })
      // Consent was typed as a flag of its own, or in a group of known letters.
      if ('parsed' in read && read.globals['yes'] === true)
        expect(argv.some((each) => each === '--yes' || /^-(?!-).*y/s.test(each))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

const sandbox = () => ({ transport: createSandbox(), home: freshFolder() })

test.each([
  ['token claim', ['token', 'claim', '-f', '-y=1']],
  ['token claim', ['token', 'claim', '-f', '--yes=1']],
  ['token claim', ['token', 'claim', '-f-y=1']],
  ['nft mint', ['nft', 'mint', '--raw-field', '-y=1']],
  ['kyc submit', ['kyc', 'submit', '-F', '-y=1']],
  ['api', ['api', 'DELETE', '/x', '-f', '-y=1']],
])('%s takes no consent from %j', async (_, line) => {
  const setting = sandbox()
  const { code, stdout, stderr } = await movecli([...line, '-n', 'sandbox', '--no-input'], setting)
  expect({ code, stdout }).toEqual({ code: 11, stdout: '' })
  expect(stderr).toContain('CLI_CONSENT')
  const { stdout: writes } = await movecli('journal ls --json', setting)
  expect(writes).toBe('[]\n')
})

test.each(['-name', '-price', '-value', '-quality', '-year', '-level'])(
  'nft ls --sort %s sorts by that field, downwards',
  async (sort) => {
    const setting = sandbox()
    const sorted = await movecli(['nft', 'ls', '-n', 'sandbox', '--json', '--sort', sort], setting)
    expect({ code: sorted.code, stderr: sorted.stderr }).toEqual({ code: 0, stderr: '' })
    expect(sorted).toEqual(await movecli(['nft', 'ls', '-n', 'sandbox', '--json', `--sort=${sort}`], setting))
  },
)

test('a proof and a setting arrive as they were typed', async () => {
  const setting = sandbox()
  const dry = await movecli(
    ['motion', 'submit', '-n', 'sandbox', '--steps', '1', '--proof', '-qAbCd', '--dry-run'],
    setting,
  )
  expect([dry.code, dry.stdout.includes('(6 characters)') || /\b6\b/.test(dry.stdout)]).toEqual([0, true])
  expect((await movecli(['config', 'set', 'deviceId', '--', '-y1'], setting)).code).toBe(0)
  expect((await movecli('config get deviceId', setting)).stdout).toContain('-y1')
})

test('an argument that begins with a dash goes after --; before it it is a flag, and never named', async () => {
  const { code, stderr } = await movecli(['config', 'set', 'deviceId', '-y1'])
  expect(code).toBe(2)
  expect(stderr).toBe(
    'error: movecli config set has no such flag. (CLI_USAGE)\nfix: See movecli config set --help. Put an argument that begins with - after --.\n',
  )
})

test.each<[words: string[], key: string | true]>([
  [['--key'], true],
  [['--key', 'abc'], 'abc'],
  [['--key', '-'], '-'],
  [['--key', ''], ''],
  [['--key=-abc'], '-abc'],
  [['--key', '-n', 'sandbox'], true],
  [['--key', '--network', 'sandbox'], true],
])('login %j: the value of --key may be left out', (words, kept) => {
  expect(parse(['login', ...words], nouns)).toMatchObject({
    kind: 'run',
    given: { args: [], flags: { key: kept } },
  })
})

test('what follows --key and may be a key is never read as flags', async () => {
  const { code, stderr } = await movecli(['login', '--key', '-yqSecret', '-n', 'sandbox'])
  expect(code).toBe(2)
  expect(stderr).toBe(
    'error: What follows --key may be its value or flags. (CLI_USAGE)\nfix: Write --key=<api-key>, or put the flags before it. See movecli login --help.\n',
  )
})

test.each([
  [['motion', 'daily', '--fields', '--json', '--bogus'], false],
  [['motion', 'daily', '--bogus', '--json'], true],
  [['--json', 'moton'], true],
  [['moton', '--format=ndjson'], true],
  [['motion', 'daily', '--date', '--json', 'stray'], false],
  [['motion', 'daily', 'stray', '--jq', '--format', '--json'], true],
  [['motion', 'daily', 'stray', '--', '--json'], false],
])('%j: errors are JSON only where --json is a flag', async (line, json) => {
  const { code, stderr } = await movecli(line)
  expect({ code, said: stderr.startsWith('{') }).toEqual({ code: 2, said: json })
})

test.each<[line: string[], sentence: string, fix: string]>([
  [
    ['motion', 'daily', '--date'],
    '--date needs a value.',
    'Write --date <day>. See movecli motion daily --help.',
  ],
  [
    ['nft', 'ls', '--type'],
    '--type needs a value.',
    'Choose shoes, apparel, accessories. See movecli nft ls --help.',
  ],
  [
    ['motion', 'daily', '--timeout'],
    '--timeout needs a value.',
    'Write --timeout <duration>. See movecli help flags.',
  ],
  [
    ['motion', 'daily', '--format', 'xml'],
    '--format cannot be "xml"; choose table, json, ndjson, csv, tsv.',
    'See movecli help flags.',
  ],
  [['motion', 'daily', 'today'], 'Unexpected argument "today".', 'See movecli motion daily --help.'],
  [['profile', 'rm'], '<name> is required.', 'See movecli profile rm --help.'],
  [
    ['kyc', 'sumbit'],
    'movecli kyc has no command "sumbit".',
    'Did you mean movecli kyc submit? See movecli kyc --help.',
  ],
  [
    ['moton', '--help'],
    'movecli has no command "moton".',
    'Did you mean movecli motion? See movecli --help.',
  ],
  ...(
    [
      ['daily', 'movecli motion daily'],
      ['balance', 'movecli token balance'],
      ['claim', 'movecli token claim'],
      ['submit', 'movecli motion submit or movecli kyc submit'],
      ['version', 'movecli --version'],
    ] as const
  ).map(([verb, meant]): [string[], string, string] => [
    [verb],
    `movecli has no command "${verb}".`,
    `Did you mean ${meant}? See movecli --help.`,
  ]),
  [['list'], 'movecli has no command "list".', 'See movecli --help.'],
  [['motion', 'help'], 'movecli motion has no command "help".', 'See movecli motion --help.'],
  [
    ['moton', 'daily', '--yes'],
    'movecli has no command "moton".',
    'Did you mean movecli motion? See movecli --help.',
  ],
  [
    ['motion', 'daily', '--dat', 'today'],
    'movecli motion daily has no flag --dat.',
    'Did you mean --date? See movecli motion daily --help.',
  ],
  [
    ['kyc', '--param', 'a=b', 'submit'],
    'A flag before submit is not one of movecli kyc submit.',
    'See movecli kyc submit --help.',
  ],
  [['token', 'price', '-q-y'], 'movecli token price has no such flag.', 'See movecli token price --help.'],
])('%j is answered in our words', async (line, sentence, fix) => {
  const { code, stdout, stderr } = await movecli(line)
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: ${sentence} (CLI_USAGE)\nfix: ${fix}\n`,
  })
})

test('a global flag works before, between and after the words of a command', () => {
  for (const line of [
    '-n sandbox motion daily',
    'motion -n sandbox daily',
    'motion daily -n sandbox',
    'kyc -n sandbox',
    '-nsandbox kyc',
  ])
    expect({ line, readLine: readLine(line.split(' '), nouns) }).toMatchObject({
      line,
      readLine: { globals: { network: 'sandbox' }, parsed: { kind: 'run' } },
    })
})
