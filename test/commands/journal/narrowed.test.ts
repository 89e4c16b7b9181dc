/** The columns of journal ls where there is little room: what all rows share is said once, and what differs is never left out. */
import { expect, test } from 'vitest'
import { narrowed } from '../../../src/commands/journal/narrowed.ts'
import type { Column } from '../../../src/output/view.ts'

const columns: Column[] = ['id', 'network', 'profile', 'address', 'code'].map((field) => ({
  field,
  title: field,
}))
const row = (more: object = {}) => ({
  id: '1234',
  network: 'testnet',
  profile: 'ops',
  address: '0x1111',
  code: null,
  ...more,
})

/** Fields that are left at a width, and what is said. */
async function at(width: number, list: ReturnType<typeof row>[]) {
  const notes: string[] = []
  const tools = {
    note: async (text: string) => void notes.push(text),
    context: { stdout: { columns: width } },
  }
  const left = await narrowed(list, columns, tools as unknown as Parameters<typeof narrowed>[2])
  return { fields: left.map(({ field }) => field), notes }
}

const all = columns.map(({ field }) => field)

test.each([
  ['all fit, to the last column', 37, [row()], all, []],
  ['one column less leaves out what is empty', 36, [row()], ['id', 'network', 'profile', 'address'], []],
  [
    'the address that all share goes first',
    30,
    [row(), row()],
    ['id', 'network', 'profile'],
    ['All rows: address 0x1111'],
  ],
  ['then the network', 21, [row(), row()], ['id', 'profile'], ['All rows: address 0x1111, network testnet']],
  ['then the profile', 5, [row(), row()], ['id'], ['All rows: address 0x1111, network testnet, profile ops']],
  [
    'an address that differs in the last row stays',
    21,
    [row(), row(), row({ address: '0x2222' })],
    ['id', 'address'],
    ['All rows: network testnet, profile ops'],
  ],
  [
    'a code that one row has stays',
    5,
    [row(), row({ code: 'X' })],
    ['id', 'code'],
    ['All rows: address 0x1111, network testnet, profile ops'],
  ],
  ['no row leaves nothing out', 5, [], all, []],
])('%s', async (_, width, list, fields, notes) => {
  expect(await at(width, list)).toEqual({ fields, notes })
})
