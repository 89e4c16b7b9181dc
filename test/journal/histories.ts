/** What balances may say before and after a claim. */
import { sandboxAddress } from '../../src/sandbox/constants.ts'

/**
 * Balances before and after, made up: what an unresolved claim may find. `proves` is the
 * evidence of those that show a claim.
 */
export type History = { what: string; before: string; now: string; proves?: string }

const claim = (what: string, before: string, now: string, proves: string): History => ({
  what,
  before,
  now,
  proves,
})
const other = (what: string, before: string, now: string): History => ({ what, before, now })

export const histories: readonly History[] = [
  claim(
    'balance up, claimable down',
    '{"balance":1.10,"claimable":0.5}',
    '{"balance":1.60,"claimable":0.0}',
    'balance 1.10 → 1.60, claimable 0.5 → 0.0',
  ),
  claim(
    'a part of it',
    '{"balance":10,"claimable":5}',
    '{"balance":12,"claimable":3}',
    'balance 10 → 12, claimable 5 → 3',
  ),
  claim(
    'amounts as texts',
    '{"balance":"10.50","claimable":"5"}',
    '{"balance":"15.50","claimable":"0"}',
    'balance 10.50 → 15.50, claimable 5 → 0',
  ),
  claim(
    'a number that became a text',
    '{"balance":10,"claimable":"5"}',
    '{"balance":"15.0","claimable":0}',
    'balance 10 → 15.0, claimable 5 → 0',
  ),
  claim(
    'eighteen decimals',
    '{"balance":0.000000000000000001,"claimable":0.000000000000000002}',
    '{"balance":0.000000000000000002,"claimable":0.000000000000000001}',
    'balance 0.000000000000000001 → 0.000000000000000002, claimable 0.000000000000000002 → 0.000000000000000001',
  ),
  claim(
    'numbers beyond a double',
    '{"balance":"12345678901234567890.5","claimable":"98765432109876543210"}',
    '{"balance":"111111111011111111100.5","claimable":"0"}',
    'balance 12345678901234567890.5 → 111111111011111111100.5, claimable 98765432109876543210 → 0',
  ),
  claim(
    'units of wei',
    '{"balanceWei":"1500000000000000000","claimableWei":"250000000000000001"}',
    '{"balanceWei":"1750000000000000001","claimableWei":"0"}',
    'balanceWei 1500000000000000000 → 1750000000000000001, claimableWei 250000000000000001 → 0',
  ),
  claim(
    'the same amounts twice, in wei too',
    '{"balance":1,"balance_wei":"1000","claimable":2,"claimable_wei":"2000"}',
    '{"balance":3,"balance_wei":"3000","claimable":0,"claimable_wei":"0"}',
    'balance 1 → 3, balance_wei 1000 → 3000, claimable 2 → 0, claimable_wei 2000 → 0',
  ),
  claim(
    'an exponent',
    '{"balance":1e3,"claimable":2.5e2}',
    '{"balance":1250,"claimable":0}',
    'balance 1e3 → 1250, claimable 2.5e2 → 0',
  ),
  claim(
    'amounts with their unit',
    '{"balance":"1.10 MFT","claimable":"0.5 MFT"}',
    '{"balance":"1.60 MFT","claimable":"0 MFT"}',
    'balance 1.10 MFT → 1.60 MFT, claimable 0.5 MFT → 0 MFT',
  ),
  claim(
    'available and pending rewards',
    '{"available":3,"pending_rewards":2}',
    '{"available":5,"pending_rewards":0}',
    'available 3 → 5, pending_rewards 2 → 0',
  ),
  ...[
    'pending',
    'pending_deposit',
    'pendingTransfer',
    'outstanding_withdrawal',
    'pending_unstake',
    'locked_rewards',
    'rewards_locked',
    'vesting_rewards',
    'estimated_rewards',
    'next_reward',
    'expired_rewards',
    'owed_fees',
    'due',
    'not_claimable',
    'not_yet_claimable',
    'non_claimable',
    'claimable_later',
  ].map((field) => other(`${field} came in`, `{"balance":10,"${field}":5}`, `{"balance":15,"${field}":0}`)),
  claim(
    'rewards that are pending',
    '{"balance":10,"rewards":{"pending":5,"locked":1}}',
    '{"balance":15,"rewards":{"pending":0,"locked":1}}',
    'balance 10 → 15, rewards.pending 5 → 0',
  ),
  ...[
    'rewards.locked',
    'rewards.expired',
    'rewards.next',
    'vesting.rewards',
    'locked.rewards',
    'deposit.earned',
  ].map((path) => {
    const [outer, inner] = path.split('.')
    const of = (balance: number, amount: number) => `{"balance":${balance},"${outer}":{"${inner}":${amount}}}`
    return other(`${path} came in`, of(10, 5), of(15, 0))
  }),
  ...['future_claimable', 'claimable_tomorrow', 'max_claimable', 'claimable_by_others'].map((field) =>
    other(`${field} came in`, `{"balance":10,"${field}":5}`, `{"balance":15,"${field}":0}`),
  ),
  other(
    'a deposit beside a claim',
    '{"balance":10,"claimable":5,"pending_deposit":5}',
    '{"balance":15,"claimable":0,"pending_deposit":0}',
  ),
  other(
    'equipment that was claimed',
    '{"balance":10,"nft_balance":1,"nft_claimable":2}',
    '{"balance":10,"nft_balance":3,"nft_claimable":0}',
  ),
  other('a debt that grew', '{"debt_balance":1,"claimable":2}', '{"debt_balance":3,"claimable":0}'),
  claim(
    'wallet and unclaimed rewards',
    '{"wallet":3,"unclaimedRewards":2,"k":1}',
    '{"wallet":5,"unclaimedRewards":0,"k":1}',
    'wallet 3 → 5, unclaimedRewards 2 → 0',
  ),
  claim(
    'a balance within, rewards within',
    '{"wallet":{"balance":"3"},"rewards":{"amount":"2"}}',
    '{"wallet":{"balance":"5"},"rewards":{"amount":"0"}}',
    'wallet.balance 3 → 5, rewards.amount 2 → 0',
  ),
  claim(
    'both called a balance',
    '{"claimable":{"balance":2},"wallet":{"balance":3}}',
    '{"claimable":{"balance":0},"wallet":{"balance":5}}',
    'claimable.balance 2 → 0, wallet.balance 3 → 5',
  ),
  claim(
    'claimable within the balance',
    '{"token":"MFT","balance":{"available":3,"claimable":2,"total":5}}',
    '{"token":"MFT","balance":{"available":5,"claimable":0,"total":5}}',
    'balance.available 3 → 5, balance.claimable 2 → 0',
  ),
  claim(
    'all of it within rewards',
    '{"rewards":{"balance":3,"claimable":2}}',
    '{"rewards":{"balance":5,"claimable":0}}',
    'rewards.balance 3 → 5, rewards.claimable 2 → 0',
  ),
  claim(
    'a sum of what was claimed goes along',
    '{"balance":3,"claimable":2,"total_claimed":10}',
    '{"balance":5,"claimable":0,"total_claimed":12}',
    'balance 3 → 5, claimable 2 → 0, total_claimed 10 → 12',
  ),
  claim(
    'times, prices and counts go along',
    '{"balance":3,"claimable":2,"updated_at":1700000000,"price_usd":0.5,"usd_value":1.5,"epoch":7}',
    '{"balance":5,"claimable":0,"updated_at":1700000001,"price_usd":0.4,"usd_value":2.0,"epoch":8}',
    'balance 3 → 5, claimable 2 → 0',
  ),
  claim(
    'the next reward is pending already',
    '{"balance":3,"claimable":2,"pending":1}',
    '{"balance":5,"claimable":0,"pending":1.25}',
    'balance 3 → 5, claimable 2 → 0, pending 1 → 1.25',
  ),
  claim(
    'available to claim',
    '{"balance":3,"available_to_claim":2}',
    '{"balance":5,"available_to_claim":0}',
    'balance 3 → 5, available_to_claim 2 → 0',
  ),
  claim(
    'by token, in objects',
    '{"MFT":{"balance":3,"claimable":2},"GEM":{"balance":1,"claimable":9}}',
    '{"MFT":{"balance":5,"claimable":0},"GEM":{"balance":1,"claimable":9}}',
    'MFT.balance 3 → 5, MFT.claimable 2 → 0',
  ),
  claim(
    'by token, the other way round',
    '{"balances":{"MFT":3,"GEM":1},"claimable":{"MFT":2,"GEM":9}}',
    '{"balances":{"MFT":5,"GEM":1},"claimable":{"MFT":0,"GEM":9}}',
    'balances.MFT 3 → 5, claimable.MFT 2 → 0',
  ),
  claim(
    'by token, in a list that came in another order',
    '[{"symbol":"MFT","balance":3,"claimable":2},{"symbol":"GEM","balance":1,"claimable":0}]',
    '[{"symbol":"GEM","balance":1,"claimable":0},{"symbol":"MFT","balance":5,"claimable":0}]',
    'MFT.balance 3 → 5, MFT.claimable 2 → 0',
  ),
  claim(
    'kinds in a list',
    '{"items":[{"type":"available","amount":"3"},{"type":"claimable","amount":"2"}]}',
    '{"items":[{"type":"available","amount":"5"},{"type":"claimable","amount":"0"}]}',
    'items.available.amount 3 → 5, items.claimable.amount 2 → 0',
  ),
  claim(
    'two tokens at once',
    '{"MFT":{"balance":3,"claimable":2},"GEM":{"balance":1,"claimable":9}}',
    '{"MFT":{"balance":5,"claimable":0},"GEM":{"balance":10,"claimable":0}}',
    'MFT.balance 3 → 5, MFT.claimable 2 → 0, GEM.balance 1 → 10, GEM.claimable 9 → 0',
  ),

  other('nothing', '{"balance":1.10,"claimable":0.5}', '{"balance":1.10,"claimable":0.5}'),
  other(
    'the same with other digits',
    '{"balance":1.10,"claimable":1}',
    '{"balance":1.1000,"claimable":"1.0"}',
  ),
  other('the opposite of a claim', '{"balance":10,"claimable":5}', '{"balance":8,"claimable":7}'),
  other('both down', '{"balance":10,"claimable":5}', '{"balance":8,"claimable":3}'),
  other('both up', '{"balance":10,"claimable":5}', '{"balance":12,"claimable":7}'),
  other('spent while more was earned', '{"balance":10,"claimable":5}', '{"balance":8,"claimable":6}'),
  other('a transfer that came in', '{"balance":10,"claimable":5}', '{"balance":12,"claimable":5}'),
  other('interest', '{"balance":10,"claimable":5}', '{"balance":10.0001,"claimable":5}'),
  other('gas, and more to claim', '{"balance":3,"claimable":5}', '{"balance":2.9,"claimable":6}'),
  other('gas alone', '{"balance":3,"claimable":5}', '{"balance":2.99,"claimable":5}'),
  other('earned meanwhile', '{"balance":1,"claimable":2}', '{"balance":1,"claimable":3}'),
  other('spent meanwhile', '{"balance":2}', '{"balance":1}'),
  other('a balance alone that rose', '{"balance":1}', '{"balance":2}'),
  other('one amount that rose', '{"amount":7}', '{"amount":8}'),
  other('a bare number that rose', '5', '6'),
  other('a balance within that rose', '{"token":{"balance":1}}', '{"token":{"balance":2}}'),
  other('what was claimable lapsed', '{"balance":10,"claimable":5}', '{"balance":10,"claimable":0}'),
  other('more came than was claimable', '{"balance":10,"claimable":5}', '{"balance":13,"claimable":3}'),
  other('less came, for gas was paid', '{"balance":10,"claimable":5}', '{"balance":14.99,"claimable":0}'),
  other(
    'a difference in the eighteenth decimal',
    '{"balance":"10","claimable":"5"}',
    '{"balance":"15.000000000000000001","claimable":"0"}',
  ),
  other(
    'a difference that a double does not see',
    '{"balance":"9007199254740992","claimable":"2"}',
    '{"balance":"9007199254740993","claimable":"0"}',
  ),
  other('a reward settled, of another epoch', '{"pending":5,"epoch":7}', '{"pending":4,"epoch":8}'),
  other(
    'claimed and not settled',
    '{"balance":10,"claimable":5,"pending":0}',
    '{"balance":10,"claimable":0,"pending":5}',
  ),
  other(
    'an earlier one settled',
    '{"balance":10,"claimable":5,"pending":2}',
    '{"balance":12,"claimable":5,"pending":0}',
  ),
  other(
    'an earlier one came while this one is pending',
    '{"balance":10,"claimable":5,"pending":0}',
    '{"balance":12,"claimable":3,"pending":2}',
  ),
  other('a price', '{"balance":1,"price":7}', '{"balance":1,"price":6}'),
  other(
    'its worth in dollars',
    '{"balance":10,"claimable":5,"usd_value":20}',
    '{"balance":10,"claimable":5,"usd_value":22}',
  ),
  other('dollars both', '{"balance_usd":10,"claimable_usd":5}', '{"balance_usd":12,"claimable_usd":3}'),
  other('a time', '{"balance":1,"claimable":1,"updated_at":5}', '{"balance":1,"claimable":1,"updated_at":6}'),
  other(
    'times that look like amounts',
    '{"balance_at":5,"claimable_until":9}',
    '{"balance_at":7,"claimable_until":7}',
  ),
  other('counts', '{"balance_count":5,"pending_txs":9}', '{"balance_count":7,"pending_txs":7}'),
  other(
    'an epoch for the claimable',
    '{"balance":10,"claimable_epoch":8}',
    '{"balance":12,"claimable_epoch":6}',
  ),
  other(
    'staked tokens came free',
    '{"balance":10,"staked":7,"claimable":5}',
    '{"balance":12,"staked":5,"claimable":5}',
  ),
  other(
    'staked tokens came free while as much lapsed',
    '{"balance":10,"staked":7,"claimable":5}',
    '{"balance":12,"staked":5,"claimable":3}',
  ),
  other(
    'claimed into the stake',
    '{"balance":10,"staked":7,"claimable":5}',
    '{"balance":10,"staked":9,"claimable":3}',
  ),
  other(
    'only the sum of what was claimed',
    '{"balance":10,"claimable":5,"claimed":1}',
    '{"balance":10,"claimable":5,"claimed":3}',
  ),
  other('all rewards ever', '{"balance":10,"total_rewards":5}', '{"balance":12,"total_rewards":3}'),
  other(
    'another token rose',
    '{"MFT":{"balance":3,"claimable":2},"GEM":{"balance":1,"claimable":0}}',
    '{"MFT":{"balance":3,"claimable":0},"GEM":{"balance":3,"claimable":0}}',
  ),
  other(
    'one token as a claim does, another as none does',
    '{"MFT":{"balance":3,"claimable":2},"GEM":{"balance":1,"claimable":5}}',
    '{"MFT":{"balance":5,"claimable":0},"GEM":{"balance":2,"claimable":5}}',
  ),
  other(
    'a token that is claimable alone',
    '{"MFT":{"balance":3},"GEM":{"claimable":2}}',
    '{"MFT":{"balance":5},"GEM":{"claimable":0}}',
  ),
  other(
    'available and balance differ',
    '{"balance":10,"available":8,"claimable":5}',
    '{"balance":12,"available":9,"claimable":3}',
  ),
  other(
    'one balance rose, and another fell by as much',
    '{"main_balance":10,"spare_balance":5,"claimable":2}',
    '{"main_balance":12,"spare_balance":3,"claimable":0}',
  ),
  other(
    'of two claimable amounts one fell, and the other rose by as much',
    '{"balance":10,"claimable_walks":2,"claimable_runs":1}',
    '{"balance":12,"claimable_walks":0,"claimable_runs":3}',
  ),
  other(
    'more became unclaimable than the balance rose by',
    '{"balance":10,"claimable_walks":2,"claimable_runs":3}',
    '{"balance":12,"claimable_walks":0,"claimable_runs":0}',
  ),
  other(
    'of two gains one alone is matched',
    '{"balance":10,"staked_balance":7,"claimable_walks":2,"claimable_runs":4}',
    '{"balance":12,"staked_balance":10,"claimable_walks":0,"claimable_runs":0}',
  ),
  other(
    'the balance of one token rose, and another token in small letters was claimable',
    '{"gold_balance":1,"gold_claimable":2,"silver_balance":1,"silver_claimable":2}',
    '{"gold_balance":3,"gold_claimable":2,"silver_balance":1,"silver_claimable":0}',
  ),
  other('another shape', '{"balance":1,"claimable":1}', '{"total":2,"rest":0}'),
  other('the claimable is gone from the record', '{"balance":1,"claimable":1}', '{"balance":2}'),
  other('the balance is new in the record', '{"claimable":1}', '{"balance":1,"claimable":0}'),
  other(
    'amounts whose unit changed',
    '{"balance":"1 MFT","claimable":"1 MFT"}',
    '{"balance":"2 kMFT","claimable":"0 kMFT"}',
  ),
  other('in dollars', '{"balance":"1 USD","claimable":"1 USD"}', '{"balance":"2 USD","claimable":"0 USD"}'),
  other('no numbers', '{"balance":"one","claimable":"two"}', '{"balance":"two","claimable":"one"}'),
  other('names that say nothing', '{"a":1,"b":2}', '{"a":2,"b":1}'),
  other(
    "another wallet's balance",
    '{"balance":10,"claimable":5,"address":"0x1111111111111111111111111111111111111111"}',
    '{"balance":15,"claimable":0,"address":"0x2222222222222222222222222222222222222222"}',
  ),
  claim(
    'the same wallet in other letters',
    `{"balance":10,"claimable":5,"address":"${sandboxAddress}"}`,
    `{"balance":15,"claimable":0,"address":"${sandboxAddress.toLowerCase()}"}`,
    'balance 10 → 15, claimable 5 → 0',
  ),
  other('null', 'null', 'null'),
  other('an empty list', '[]', '[]'),
  other(
    'another account',
    '{"account":"alice","balance":10,"claimable":5}',
    '{"account":"bob","balance":15,"claimable":0}',
  ),
  other(
    'another chain by its number',
    '{"chain_id":1,"balance":10,"claimable":5}',
    '{"chain_id":56,"balance":15,"claimable":0}',
  ),
  other(
    'another token by its number, in a list',
    '{"tokens":[{"token_id":1,"balance":10,"claimable":5}]}',
    '{"tokens":[{"token_id":2,"balance":15,"claimable":0}]}',
  ),
  other(
    'another user by a number',
    '{"user_id":1001,"balance":10,"claimable":5}',
    '{"user_id":1002,"balance":15,"claimable":0}',
  ),
  other(
    'another wallet by a number in a text',
    '{"wallet_id":"12","balance":10,"claimable":5}',
    '{"wallet_id":"13","balance":15,"claimable":0}',
  ),
  other(
    'another record by its id',
    '{"id":7,"balance":10,"claimable":5}',
    '{"id":8,"balance":15,"claimable":0}',
  ),
  other(
    'another nickname',
    '{"nickname":"ann","balance":10,"claimable":5}',
    '{"nickname":"bob","balance":15,"claimable":0}',
  ),
  other(
    'what was frozen came free',
    '{"balance":10,"frozen":{"claimable":5}}',
    '{"balance":15,"frozen":{"claimable":0}}',
  ),
  other(
    'another account, by a uuid that begins with a digit',
    '{"account":"1b4e28ba-2fa1-11d2-883f-0016d3cca427","balance":10,"claimable":5}',
    '{"account":"2c5e28ba-2fa1-11d2-883f-0016d3cca427","balance":15,"claimable":0}',
  ),
  other(
    'another token by its number',
    '{"token":1,"balance":10,"claimable":5}',
    '{"token":2,"balance":15,"claimable":0}',
  ),
  other(
    'another coin',
    '{"coin":"MFT","balance":10,"claimable":5}',
    '{"coin":"KDAY","balance":15,"claimable":0}',
  ),
  other(
    'another user, a number',
    '{"user":1001,"balance":10,"claimable":5}',
    '{"user":1002,"balance":15,"claimable":0}',
  ),
  other(
    'what was claimable is burned',
    '{"balance":10,"claimable":5,"burned":0}',
    '{"balance":15,"claimable":0,"burned":5}',
  ),
  other(
    'a balance that is locked',
    '{"locked_balance":10,"claimable":5}',
    '{"locked_balance":15,"claimable":0}',
  ),
  other(
    'rewards that became available',
    '{"balance":10,"rewards":{"pending":5,"available":0}}',
    '{"balance":10,"rewards":{"pending":0,"available":5}}',
  ),
  other(
    'a total that rose while what is available stood still',
    '{"available_balance":10,"total_balance":110,"claimable":5}',
    '{"available_balance":10,"total_balance":115,"claimable":0}',
  ),
  other(
    'another user',
    '{"user":{"id":1},"balance":10,"claimable":5}',
    '{"user":{"id":2},"balance":15,"claimable":0}',
  ),
  other(
    'another currency',
    '{"currency":"MFT","balance":10,"claimable":5}',
    '{"currency":"USD","balance":15,"claimable":0}',
  ),
  other(
    'another unit',
    '{"unit":"MFT","balance":10,"claimable":5}',
    '{"unit":"wei","balance":15,"claimable":0}',
  ),
  other(
    'other decimals',
    '{"decimals":0,"balance":10,"claimable":5}',
    '{"decimals":2,"balance":15,"claimable":0}',
  ),
  other(
    'a list that lost its first entry',
    '[{"balance":100,"claimable":5},{"balance":105,"claimable":0}]',
    '[{"balance":105,"claimable":0}]',
  ),
  other(
    'what was claimable went back to what is pending, and the balance rose by as much',
    '{"balance":10,"claimable":5,"pending_rewards":1}',
    '{"balance":15,"claimable":0,"pending_rewards":6}',
  ),
  other('less than nothing left to claim', '{"balance":0,"claimable":3}', '{"balance":5,"claimable":-2}'),
  claim(
    'what tells of the claim itself may change',
    '{"account":"alice","balance":10,"claimable":5,"last_claim":null,"status":"claimable"}',
    '{"account":"alice","balance":15,"claimable":0,"last_claim":"2026-01-02T03:04:05Z","status":"claimed"}',
    'balance 10 → 15, claimable 5 → 0',
  ),
]
