/** Flags that name a file to write: stdout has the result alone. */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { env, file, rows, service } from '../bulk/support.ts'
import { movecli } from '../support/movecli.ts'

const submit = `motion submit --from ${file('rows.ndjson', rows(2))}`

test.each([
  [submit, 'summary'],
  [submit, 'openmetrics'],
  ['limits -n sandbox', 'openmetrics'],
  ['smoke -n sandbox', 'openmetrics'],
  ['smoke -n sandbox', 'junit'],
  ['motion history -n sandbox', 'svg'],
  ['motion history -n sandbox', 'html'],
])('%s --%s - is refused, and nothing is sent or written', async (line, flag) => {
  const it = service()
  const { code, stdout, stderr } = await movecli(`${line} --${flag} -`, { env, transport: it.transport })
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(
      `--${flag} must be the name of a file: it is not written to stdout.`,
    ) as string,
  })
  expect([it.sent, it.reads, readdirSync('.').includes('-')]).toEqual([[], 0, false])
})
