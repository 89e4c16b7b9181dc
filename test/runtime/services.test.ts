/** Who is asked and who is told: a person at a terminal, a log, an agent. */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { GlobalFlags } from '../../src/config/types.ts'
import type { Format } from '../../src/output/view.ts'
import { mayAsk, toolsFor } from '../../src/runtime/services.ts'
import { contextFor, type Setting } from '../support/movecli.ts'

const open = (setting: Setting = {}) =>
  contextFor({ tty: true, stdin: new Readable({ read: () => {} }), ...setting })

test.each<[string, Setting, GlobalFlags, boolean]>([
  ['at a terminal', {}, {}, true],
  ['off a terminal', { tty: false }, {}, false],
  ['with --no-input', {}, { noInput: true }, false],
  ['with MOVECLI_NO_INPUT', { env: { MOVECLI_NO_INPUT: '1' } }, {}, false],
  ['with MOVECLI_NO_INPUT empty', { env: { MOVECLI_NO_INPUT: '' } }, {}, true],
  ['in CI', { env: { CI: 'true' } }, {}, false],
  ['with CI=0', { env: { CI: '0' } }, {}, true],
  ['with CI=false', { env: { CI: 'false' } }, {}, true],
])('%s a person is there to answer, or not', (_, setting, globals, asked) => {
  expect(mayAsk(open(setting).context, globals)).toBe(asked)
})

test.each(['stdin', 'stderr'] as const)('where %s alone is no terminal nobody is asked', (name) => {
  const { context } = open()
  expect(mayAsk({ ...context, [name]: { ...context[name], isTTY: false } }, {})).toBe(false)
})

test('nobody is asked once stdin was read to its end or is gone, nor in a dry run', async () => {
  const ended = Readable.from([Buffer.from('x')])
  ended.resume()
  await new Promise((resolve) => ended.on('end', resolve))
  const gone = new Readable({ read: () => {} })
  gone.destroy()
  expect([ended, gone].map((stdin) => mayAsk(open({ stdin }).context, {}))).toEqual([false, false])
  const { context } = open()
  expect(await toolsFor(context, { dryRun: true }, 'table').ask()).toBeUndefined()
  expect(await toolsFor(context, {}, 'table').ask()).toBeDefined()
})

test.each<[GlobalFlags, Record<string, string>, number]>([
  [{}, {}, 0],
  [{ verbose: 1 }, {}, 1],
  [{ verbose: 2 }, { MOVECLI_DEBUG: '1' }, 2],
  [{ verbose: 0 }, { MOVECLI_DEBUG: '1' }, 1],
  [{}, { MOVECLI_DEBUG: '1' }, 1],
  [{}, { MOVECLI_DEBUG: '0' }, 0],
])('%j and %j show so much of each request: %i', (globals, env, verbose) => {
  expect(toolsFor(contextFor({ env }).context, globals, 'tsv').verbose).toBe(verbose)
})

test.each<[GlobalFlags, Format, boolean]>([
  [{}, 'table', true],
  [{}, 'tsv', true],
  [{}, 'csv', true],
  [{ quiet: true }, 'table', false],
  [{}, 'json', false],
  [{}, 'ndjson', false],
])(
  'with %j and %s a hint is on stderr or not (%s), what must be acted on is, and an agent hears the hint',
  async (globals, format, shown) => {
    const { context, stderr } = contextFor({})
    context.secrets.add('a-secret-of-ours')
    const heard: string[] = []
    const agent = {
      allows: () => false,
      confirm: async () => undefined,
      progress: (text: string) => void heard.push(text),
    }
    const tools = toolsFor({ ...context, agent }, globals, format)
    await tools.note('a hint: a-secret-of-ours \u001b[31m')
    await tools.say('act: a-secret-of-ours')
    const lines = stderr().trimEnd().split('\n')
    expect(lines).toEqual([...(shown ? [String.raw`a hint: [redacted] \x1b[31m`] : []), 'act: [redacted]'])
    expect(heard).toEqual([String.raw`a hint: [redacted] \x1b[31m`])
  },
)

test("a runner's own commands are broken up where it obeys them, and there alone", async () => {
  const saidWith = async (env: Record<string, string>) => {
    const { context, stderr } = contextFor({ env })
    await toolsFor(context, {}, 'tsv').say('::error::x\n##[group]')
    return stderr()
  }
  expect(await saidWith({ GITHUB_ACTIONS: 'false' })).toBe('::error::x\n##[group]\n')
  expect(await saidWith({ GITHUB_ACTIONS: 'true' })).not.toMatch(/^::|##\[/m)
})
