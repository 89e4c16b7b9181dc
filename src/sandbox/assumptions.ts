/**
 * Everything that the sandbox makes up where the service's document is silent: nobody
 * should take our guess for the service's word.
 */

export type MadeUp = { section: string; open: string; guess: string }

export const madeUp: readonly MadeUp[] = [
  {
    section: '1',
    open: 'data',
    guess: 'every number, NFT and name is made up from the seed and the address',
  },
  {
    section: '2',
    open: 'which fields of a motion are required',
    guess:
      'steps (whole), distance, duration and proof; device_id may be left out; 0 or more, at most 40 digits',
  },
  {
    section: '2',
    open: 'how earnings come about',
    guess: 'mft = steps / 1000 × nft × streak × social; k_day = 2 × distance; calories = 0.042 × steps',
  },
  { section: '2', open: 'the day of a submitted motion', guess: "today in UTC by the sandbox's clock" },
  { section: '2', open: 'days without motion', guess: 'zeros before 2024 and after today; no error' },
  {
    section: '2',
    open: 'NFT record',
    guess:
      'id, type, name, level, boost, minted_at; everyone starts with 23; the zero address owns none (NFT_001)',
  },
  {
    section: '2',
    open: 'token balance and price records',
    guess:
      'token, address, balance, claimable, claimed; token, price_usd, change_24h, updated_at (a price an hour)',
  },
  {
    section: '2',
    open: 'user profile',
    guess: 'address, username, kyc_status, settings, joined_at',
  },
  { section: '2', open: 'motion history entries', guess: 'daily records of the last 90 days, newest first' },
  { section: '3', open: 'kyc_status values', guess: 'none, pending, and after two seconds verified' },
  {
    section: '4',
    open: 'the zk-Motion proof',
    guess:
      'a keyed digest of steps, distance, duration and device_id (not zero-knowledge); it may be used again',
  },
  { section: '4', open: 'answer to a submission', guess: 'submission_id, status, date, earnings.mft' },
  {
    section: '4',
    open: 'claim',
    guess:
      'takes amount, all without one; answers claim_id, status, amount, tx_hash and the balance; nothing to claim is amount 0',
  },
  {
    section: '4',
    open: 'claimable balance',
    guess: 'a made-up start and what submitted motion earned, less what was claimed',
  },
  { section: '4', open: 'mint', guess: 'takes type and name, both optional; answers nft and tx_hash' },
  {
    section: '4',
    open: 'upgrade',
    guess: 'takes id (also nft_id, token_id); one level up; answers nft and tx_hash',
  },
  { section: '4', open: 'settings', guess: 'any fields; those sent replace those of the same name' },
  {
    section: '4',
    open: 'KYC',
    guess: 'any fields, at least one; none is kept; answers kyc_status and submitted_at',
  },
  {
    section: '4',
    open: 'lists',
    guess: 'items, page, limit, total, pages; limit at most 100, 20 without one',
  },
  {
    section: '4',
    open: 'which text the wallet signs',
    guess: 'strict EIP-4361, its URI the base URL, issued within ten minutes, its nonce never used before',
  },
  { section: '4', open: 'Content-Type without a body', guess: 'not checked on GET' },
  { section: '5', open: 'life of a session', guess: '24 hours; that of the test wallet never ends' },
  { section: '5', open: 'which operations need a session', guess: "those on the user's own data" },
  { section: '5.5', open: 'how the session token travels', guess: 'Authorization: Bearer <token>' },
  {
    section: '7',
    open: 'codes for what the table lacks',
    guess:
      'BAD_REQUEST 400, FORBIDDEN_HOST 403, NOT_FOUND 404, METHOD_NOT_ALLOWED 405, TOO_LARGE 413, UNSUPPORTED_TYPE 415, SANDBOX_BROKEN 500',
  },
  { section: '7', open: 'when the chain is unavailable', guess: 'only on demand: --fault CHAIN_001' },
  {
    section: '8',
    open: 'window and counting key of the hourly limit',
    guess: 'the clock hour, by API key, or by API key and session; retry-after names the seconds left',
  },
]
