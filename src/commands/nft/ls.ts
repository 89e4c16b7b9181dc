/** Lists NFT equipment, your own or an address's. Its line is in ./index.ts. */
import { defaultPageSize } from '../../contract/service.ts'
import type { Column } from '../../output/view.ts'
import { givenInputs } from '../../operations/contract-flags.ts'
import type { NftListValues } from './flags.ts'
import { listCommand } from '../../operations/list.ts'

/** The fields of an NFT are open (docs/service.md §2): these names are looked for first, the others follow as they come. */
const likelyFields = ['id', 'token_id', 'name', 'type', 'level', 'rarity', 'boost', 'status']
const nftColumns = likelyFields.map((field): Column => ({
  field,
  title: titleOf(field),
  guess: true,
  right: field === 'level' || field === 'boost',
}))

export const run = listCommand<NftListValues>({
  of: async ({ args, flags }) => {
    const { type } = givenInputs('nft.collection', flags)
    const filter = type === undefined ? {} : { type }
    const [address] = args
    if (address === undefined) return { operation: 'nft.collection', input: filter }
    const { checkAddress } = await import('../../wallet/address.ts')
    return { operation: 'nft.collectionOf', input: { ...filter, address: await checkAddress(address) } }
  },
  columns: nftColumns,
  empty: 'no NFTs',
  defaultLimit: defaultPageSize,
})

function titleOf(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
