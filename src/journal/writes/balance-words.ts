/** Words in the names of a balance's fields: what is had, what is claimable, and what is neither. */

export const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
/** What a wallet has. A balance may also be one of rewards, so these words count only where no other does. */
export const balances = set('balance balances funds')
export const had = set('available wallet free spendable liquid holdings owned')
export const claimable = set('claimable unclaimed redeemable harvestable withdrawable')
/** What claimable amounts are called where no field says `claimable`, */
export const earned = set('reward rewards accrued earned earnings undistributed')
/** and what may stand beside that: with any other word they may be rewards that nobody can claim. */
export const open = set('pending owed due outstanding unpaid receivable')
/** What makes a claimable amount another. */
export const denying = set(
  'not non no un never later soon next future tomorrow upcoming after until max min limit others locked expired estimated forfeited frozen vesting unvested escrow deposit deposits refund refunds',
)
/** What nobody can spend. */
const withheld = set('staked stake staking hold treasury referrer pool')
export const isWithheld = (word: string): boolean => denying.has(word) || withheld.has(word)
/** What is no amount of tokens that one has. */
export const alien = set('nft nfts debt debts loan loans borrowed liability liabilities fee fees gas')
/** Sums over all time, and single events of the past: they only count what was. */
export const pastSums = set(
  'claimed paid received withdrawn redeemed spent distributed lifetime cumulative history ever last previous',
)
/** Words that do not tell one token from another. */
const neutral = set('amount amounts quantity value total current token tokens data account user mft to claim')

export const isNeutral = (word: string): boolean =>
  [balances, had, claimable, earned, open, neutral].some((names) => names.has(word))
