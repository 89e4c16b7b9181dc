/** What the contract promises of each write and each secret: by name, so that none changes by itself. */
import { expect, test } from 'vitest'
import {
  findOperation,
  operationNames,
  operationOf,
  type NamedOperation,
} from '../../src/contract/operations.ts'

const all = operationNames.map(operationOf)
const named = (test: (operation: NamedOperation) => unknown) => all.filter(test).map(({ name }) => name)

test('what moves value, or is identity data, is confirmed; a motion and settings are not', () => {
  expect(named(({ confirm }) => confirm)).toEqual(['nft.mint', 'nft.upgrade', 'token.claim', 'user.kyc'])
  expect(named(({ kind }) => kind === 'write')).toEqual([
    'motion.submit',
    'nft.mint',
    'nft.upgrade',
    'token.claim',
    'user.settings',
    'user.kyc',
  ])
})

test('what holds the next one of its owner back, and what an equal one alone', () => {
  const held = all.flatMap(({ name, heldBy }) => (heldBy ? [`${name} ${heldBy}`] : []))
  expect(held).toEqual([
    'motion.submit motion',
    'nft.mint owner',
    'nft.upgrade owner',
    'token.claim owner',
    'user.kyc body',
  ])
  expect(named(({ shownBy }) => shownBy)).toEqual(['user.kyc'])
})

test('what leaves a balance as it is, what may be sent again, and what takes the place of an earlier one', () => {
  expect(named(({ keepsBalance }) => keepsBalance)).toEqual(['motion.submit', 'user.settings', 'user.kyc'])
  expect(named(({ idempotent }) => idempotent)).toEqual(['user.settings'])
  expect(named(({ supersedes }) => supersedes)).toEqual(['user.settings'])
})

test('what is personal, what never comes out again, and which inputs are secret', () => {
  expect(named(({ personal }) => personal)).toEqual(['user.settings', 'user.kyc'])
  expect(named(({ neverEcho }) => neverEcho)).toEqual(['user.kyc'])
  const secrets = all.flatMap(({ name, input }) =>
    Object.entries(input).flatMap(([key, { secret }]) => (secret ? [`${name} ${key}`] : [])),
  )
  expect(secrets).toEqual(['auth.login signature', 'motion.submit proof'])
})

test('whose data it is decides whether an ended session may be left out', () => {
  expect(named(({ session }) => session === 'none')).toEqual([
    'auth.login',
    'nft.collectionOf',
    'token.price',
  ])
  expect(named(({ session }) => session === 'unless-address')).toEqual(['motion.daily'])
  expect(named(({ session }) => session === 'user')).toHaveLength(10)
})

test('an operation is found by its name, and by nothing that every object has', () => {
  expect(findOperation('token.claim')).toMatchObject({
    name: 'token.claim',
    method: 'POST',
    path: '/token/claim',
  })
  for (const name of ['toString', 'constructor', 'token.claims', ''])
    expect(findOperation(name)).toBeUndefined()
})
