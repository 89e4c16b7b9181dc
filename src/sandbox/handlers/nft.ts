/** The collection: what is in it, minting and upgrading. */
import { digits } from '../../contract/lossless-json.ts'
import { defaultPageSize, nftTypes } from '../../contract/service.ts'
import { fail } from '../answer.ts'
import type { HandlerContext, Handler } from '../handler.ts'
import { sha256Hex } from '../guards.ts'
import { pageOf } from '../validate-input.ts'
import { collectionOf as seededCollection, zeroAddress, type Nft } from '../fixtures.ts'
import { accountOf } from '../state.ts'

/** docs/service.md §4 GET /nft/collection: type filter, page, limit. */
export const collection: Handler<'nft.collection'> = (ask) => {
  const { type } = ask.given
  const wanted = owned(ask).filter((nft) => type === undefined || nft.type === type)
  const page = pageOf(wanted, ask.given, defaultPageSize)
  return { data: { ...page, items: page.items.map(nftRecord) } }
}

/** docs/service.md §4 GET /nft/collection/{address}: NFTs of an address; the zero address owns none, which is NFT_001. */
export const collectionOf: Handler<'nft.collectionOf'> = (ask) =>
  ask.address === zeroAddress
    ? fail('NFT_001', 'This address owns no NFT.', `address: ${ask.address}`)
    : collection(ask)

/** `type` (shoes without one) and `name` may be chosen. */
export const mint: Handler<'nft.mint'> = (ask) => {
  const { type = 'shoes', name = 'Newly minted' } = ask.body
  if (!nftTypes.some((known) => known === type) || typeof type !== 'string')
    return fail('BAD_REQUEST', 'The type is not known.', `type: one of ${nftTypes.join(', ')}`)
  if (typeof name !== 'string') return fail('BAD_REQUEST', 'The name is no text.', 'name: text')
  const nft = `nft-${sha256Hex(ask.id).slice(0, 12)}`
  ask.record({ op: 'nft.mint', nft, type, name })
  return { data: { nft: one(ask, nft), tx_hash: txHash(ask.id) } }
}

/** One level up for the NFT of `id` (or `nft_id`, `token_id`). */
export const upgrade: Handler<'nft.upgrade'> = (ask) => {
  const nft = ask.body['id'] ?? ask.body['nft_id'] ?? ask.body['token_id']
  if (typeof nft !== 'string') return fail('BAD_REQUEST', 'No NFT is named.', 'id: the id of an NFT')
  if (!owned(ask).some((known) => known.id === nft))
    return fail('NFT_001', 'You own no NFT of this id.', `id: ${nft.slice(0, 100)}`)
  ask.record({ op: 'nft.upgrade', nft })
  return { data: { nft: one(ask, nft), tx_hash: txHash(ask.id) } }
}

/** A made-up transaction hash for a request. */
export const txHash = (id: string): string => `0x${sha256Hex(`transaction ${id}`)}`

function owned({ world, seed, address }: HandlerContext): Nft[] {
  const { minted, upgrades } = accountOf(world, address)
  const fresh = minted.map(({ nft, type, name, at }) => ({
    id: nft,
    type,
    name,
    level: 1,
    boost: '1.00',
    at,
  }))
  return [...seededCollection(seed, address), ...fresh].map((nft) => ({
    ...nft,
    level: nft.level + (upgrades.get(nft.id) ?? 0),
  }))
}

const one = (ask: HandlerContext, id: string) =>
  owned(ask)
    .filter((nft) => nft.id === id)
    .map(nftRecord)[0] ?? null

const nftRecord = ({ id, type, name, level, boost, at }: Nft) => ({
  id,
  type,
  name,
  level: digits(level),
  boost: digits(boost),
  minted_at: new Date(at).toISOString(),
})
