/** The tools before a client of other makers: the protocol's inspector, on PATH or in MOVECLI_INSPECTOR. */
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { bin } from '../support/built.ts'
import { freshFolder } from '../support/movecli.ts'

const home = freshFolder()

async function inspect(...words: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await execa(
    process.env['MOVECLI_INSPECTOR'] ?? 'mcp-inspector',
    ['--cli', process.execPath, bin, 'mcp', '-n', 'sandbox', ...words],
    { env: { PATH: process.env['PATH'], HOME: home }, extendEnv: false, reject: false },
  )
  return JSON.parse(stdout) as Record<string, unknown>
}

const call = async (name: string, ...given: string[]) =>
  inspect(
    '--method',
    'tools/call',
    '--tool-name',
    name,
    ...given.flatMap((each) => ['--tool-arg', each]),
  ) as Promise<{
    isError?: boolean
    structuredContent: { exit_code: number; result?: unknown; error?: unknown }
  }>

type Listed = { name: string; inputSchema: { required: string[] } }

/** Each call starts an inspector and a server. */
const patience = 600_000

test(
  'the inspector lists every tool and calls each that can do without inputs',
  { timeout: patience },
  async () => {
    const { tools } = (await inspect('--method', 'tools/list')) as { tools: Listed[] }
    expect(tools.map(({ name }) => name)).toContain('motion_daily')
    for (const { name, inputSchema } of tools.filter(
      ({ inputSchema }) => inputSchema.required.length === 0,
    )) {
      const { structuredContent: said, isError } = await call(name)
      expect([name, inputSchema.required, said.exit_code === 0]).toEqual([name, [], isError !== true])
      // Without inputs a write has nothing to send, and a claim nobody who consents.
      expect([0, 2, 11]).toContain(said.exit_code)
    }
  },
)

test('it gives inputs, and a claim that it cannot ask about is refused', async () => {
  const day = await call('motion_daily', 'date=2026-01-30')
  expect(day.structuredContent).toMatchObject({ exit_code: 0, result: { date: '2026-01-30' } })
  const claim = await call('token_claim')
  expect(claim).toMatchObject({
    isError: true,
    structuredContent: { exit_code: 11, error: { code: 'CLI_CONSENT', outcome: 'not_sent' } },
  })
})
