/** What whoami and token balance say of unresolved writes: a note each, and never a failure. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Owner } from '../../src/journal/owner.ts'
import { noteUnresolved } from '../../src/writes/unresolved-note.ts'
import { planned, putJournal, sending } from '../journal/support.ts'
import { freshFolder } from '../support/movecli.ts'

const { origin, address, key } = planned('')
const owner: Owner = { origin, address, key }
const unresolved = (id: string, operation: string, more = {}) => [
  planned(id, { operation, ...more }),
  sending(id),
]

/** What is noted for the owner, and how often it was asked who that is. */
async function noted(state: string, ownerOf: () => Owner | undefined = () => owner) {
  const notes: string[] = []
  let asked = 0
  const tools = { folders: { state, config: '' }, note: async (text: string) => void notes.push(text) }
  await noteUnresolved(tools, async () => (asked++, ownerOf()))
  return { notes, asked }
}

test('each claim, mint and upgrade of the owner in doubt is named, and nothing else', async () => {
  const state = freshFolder()
  putJournal(state, [
    ...unresolved('u1', 'nft.upgrade'),
    ...unresolved('m1', 'nft.mint'),
    ...unresolved('c1', 'token.claim'),
    ...unresolved('c2', 'token.claim', { at: '2026-01-03T00:00:00.000Z' }),
    ...unresolved('k1', 'user.kyc'),
    ...unresolved('s1', 'motion.submit'),
    ...unresolved('x1', 'token.claim', { address: `0x${'2'.repeat(40)}` }),
    ...unresolved('x2', 'token.claim', { origin: 'https://other.example' }),
    ...unresolved('a1', 'token.claim'),
    { state: 'applied', id: 'a1', at: '2026-01-04T00:00:00.000Z' },
  ])
  const line = (words: string, id: string, at = '2026-01-02T03:04:05.000Z') =>
    `note: The outcome of the ${words} of ${at} is unknown. See movecli journal show ${id}.`
  const { notes } = await noted(state)
  expect(notes.toSorted()).toEqual(
    [
      line('nft mint', 'm1'),
      line('nft upgrade', 'u1'),
      line('token claim', 'c1'),
      line('token claim', 'c2', '2026-01-03T00:00:00.000Z'),
    ].toSorted(),
  )
})

test('without a journal nobody is asked whose it is, and without an owner nothing is said', async () => {
  const state = freshFolder()
  expect(await noted(state)).toEqual({ notes: [], asked: 0 })
  putJournal(state, unresolved('c1', 'token.claim'))
  expect(await noted(state, () => undefined)).toEqual({ notes: [], asked: 1 })
})

test('a journal that cannot be read is a note, and a fault of another kind is none', async () => {
  const state = freshFolder()
  const path = putJournal(state, unresolved('c1', 'token.claim'))
  writeFileSync(path, readFileSync(path, 'utf8').replace('"sending"', '"sendinG"'))
  expect((await noted(state)).notes).toEqual([
    `note: Cannot tell whether the outcome of a claim is unknown. The journal of writes cannot be used: ${path} is damaged at line 3.`,
  ])
  const fault = () => {
    throw new Error('a fault of our own')
  }
  await expect(noted(state, fault)).rejects.toThrow('a fault of our own')
})
