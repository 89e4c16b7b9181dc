/** The reward token: balance, claim, price. */
import { digits, isDigits } from '../../contract/lossless-json.ts'
import { fail } from '../answer.ts'
import type { HandlerContext, Handler } from '../handler.ts'
import { parseDecimal, exceeds, minus, plus, decimalText, type Decimal } from '../../contract/decimal.ts'
import { priceAt, startOf } from '../fixtures.ts'
import { accountOf, hourOf } from '../state.ts'
import { txHash } from './nft.ts'

const symbol = 'MFT'

export const balance: Handler<'token.balance'> = (ask) => ({ data: holdings(ask) })

/** Moves `amount` (all without one) from claimable to balance. With nothing to claim the amount is 0. */
export const claim: Handler<'token.claim'> = (ask) => {
  const { claimable } = tokensOf(ask)
  const { amount } = ask.body
  const wanted =
    amount === undefined ? claimable : isDigits(amount) ? parseDecimal(amount.toString()) : undefined
  if (!wanted || wanted.units < 0n || exceeds(wanted, claimable))
    return fail('BAD_REQUEST', 'This amount cannot be claimed.', `amount: at most ${decimalText(claimable)}`)
  ask.record({ op: 'token.claim', amount: decimalText(wanted) })
  return {
    data: {
      claim_id: ask.id,
      status: 'completed',
      amount: digits(decimalText(wanted)),
      tx_hash: txHash(ask.id),
      ...holdings(ask),
    },
  }
}

export const price: Handler<'token.price'> = ({ seed, now }) => {
  const hour = hourOf(now)
  const { price, change } = priceAt(seed, hour)
  const updated_at = new Date(hour * 3_600_000).toISOString()
  return { data: { token: symbol, price_usd: digits(price), change_24h: digits(change), updated_at } }
}

function holdings(ask: HandlerContext) {
  const { balance, claimable, claimed } = tokensOf(ask)
  return {
    token: symbol,
    address: ask.address,
    balance: digits(decimalText(balance)),
    claimable: digits(decimalText(claimable)),
    claimed: digits(decimalText(claimed)),
  }
}

function tokensOf({
  world,
  seed,
  address,
}: HandlerContext): Record<'balance' | 'claimable' | 'claimed', Decimal> {
  const start = startOf(seed, address)
  const { earned, claimed } = accountOf(world, address)
  return {
    balance: plus(start.balance, claimed),
    claimable: minus(plus(start.claimable, earned), claimed),
    claimed,
  }
}
