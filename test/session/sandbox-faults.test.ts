/** What is said where the data of the sandbox cannot be used: by what is wrong with it. */
import { expect, test } from 'vitest'
import { DiskError, type DiskErrorKind, type Holder } from '../../src/disk/disk-error.ts'
import { usage } from '../../src/errors.ts'
import { inSandboxWords, sandboxFault } from '../../src/session/sandbox-transport.ts'
import { movecli } from '../support/movecli.ts'

test.each<[DiskErrorKind, string]>([
  ['unwritable', 'Make it writable, with room on its disk, or set MOVECLI_STATE_DIR.'],
  ['unreadable', 'movecli sandbox reset, or set MOVECLI_STATE_DIR.'],
  ['damaged', 'movecli sandbox reset, or set MOVECLI_STATE_DIR.'],
  ['newer', 'movecli sandbox reset, or set MOVECLI_STATE_DIR.'],
  ['unsafe', 'movecli sandbox reset, or set MOVECLI_STATE_DIR.'],
])('%s data end with 3, and nothing was sent', (kind, hint) => {
  const { message, fault } = sandboxFault(new DiskError(kind, '/x', 'cannot use /x'))
  expect(message).toBe('The data of the sandbox cannot be used: cannot use /x.')
  expect(fault).toMatchObject({ code: 'CLI_STATE', exit: 3, outcome: 'not_sent', hint })
})

const holder = (life: 'alive' | 'unclear') => ({ pid: 1, life }) as unknown as Holder
test('data that others use end with 8, and where nobody can tell whether they live it is said how to free them', () => {
  const busy = (life?: 'alive' | 'unclear') =>
    sandboxFault(new DiskError('busy', '/x', 'held by 1', life ? { holder: holder(life) } : {}))
  for (const each of [busy(), busy('alive')]) {
    expect(each.message).toBe('The sandbox is busy with the requests of others.')
    expect(each.fault).toMatchObject({ code: 'CLI_BUSY', exit: 8, outcome: 'not_sent' })
    expect(each.fault.hint).toBeUndefined()
  }
  const unclear = busy('unclear')
  expect(unclear.message).toBe('The sandbox is busy: held by 1.')
  expect(unclear.fault.hint).toMatch(/movecli journal unlock sandbox$/)
})

test('a failure of another kind stays as it is', () => {
  const other = usage('no')
  expect(() => inSandboxWords(other)).toThrow(other)
  expect(() => inSandboxWords(new DiskError('damaged', '/x', 'line 3'))).toThrow(
    'The data of the sandbox cannot be used: line 3.',
  )
})

test('faults that cannot be read end with 3 before anything is asked', async () => {
  const { code, stderr } = await movecli('token price -n sandbox --json', {
    env: { MOVECLI_SANDBOX_FAULTS: 'POST /token/claim:no-such-fault' },
  })
  expect(code).toBe(3)
  expect(JSON.parse(stderr)).toMatchObject({
    error: {
      code: 'CLI_CONFIG',
      outcome: 'not_sent',
      message: expect.stringContaining('MOVECLI_SANDBOX_FAULTS') as string,
    },
  })
})
