/** The flags of nft, and the values of them that its bodies are given. */
import { flagsOf } from '../../operations/contract-flags.ts'
import { pagingFlags, readingFlags } from '../../operations/read-flags.ts'
import type { Flag, ValuesOf } from '../../runtime/flag.ts'

export const nftFlags = [
  ...flagsOf('nft.collection'),
  ...pagingFlags,
  { name: 'sort', value: '<field>', about: 'Sort by a field; with a - in front, greatest first' },
  ...readingFlags,
] as const satisfies readonly Flag[]
export type NftListValues = ValuesOf<typeof nftFlags>
