/** One handler for each operation of the contract: leaving one out does not compile. */
import type { OperationName } from '../contract/operations.ts'
import type { Handler } from './handler.ts'
import { handleLogin } from './handlers/auth.ts'
import { daily, history, submit } from './handlers/motion.ts'
import { collection, collectionOf, mint, upgrade } from './handlers/nft.ts'
import { balance, claim, price } from './handlers/token.ts'
import { kyc, profile, settings } from './handlers/user.ts'

export const handlers: { [K in OperationName]: Handler<K> } = {
  'auth.login': handleLogin,
  'motion.daily': daily,
  'motion.history': history,
  'motion.submit': submit,
  'nft.collection': collection,
  'nft.collectionOf': collectionOf,
  'nft.mint': mint,
  'nft.upgrade': upgrade,
  'token.balance': balance,
  'token.claim': claim,
  'token.price': price,
  'user.profile': profile,
  'user.settings': settings,
  'user.kyc': kyc,
}
