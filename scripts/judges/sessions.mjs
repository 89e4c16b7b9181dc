/** Whole sessions of movecli: what is typed, how it ends, and the schema that its `--json` must keep. */

const motion = ['--steps', '5000', '--distance', '3.2km', '--duration', '31m', '--device-id', 'watch-7']
const stranger = `0x${'1'.repeat(40)}`
const nobody = `0x${'0'.repeat(40)}`
const once = ['--retries', '0']

/** `schema` names a schema of ./schemas.mjs that stdout keeps; where none is named, stderr's last line is a failure's. */
export const session = ({ proof, signIn, rows }) => [
  { words: signIn, schema: 'login' },

  // Faults come first: the sandbox was told to answer the second and the third price with them.
  { words: ['token', 'price'], schema: 'token.price' },
  { words: ['token', 'price', ...once], exit: 7 },
  { words: ['token', 'price', ...once], exit: 8 },
  { words: ['token', 'price'], schema: 'token.price' },

  { words: ['motion', 'daily'], schema: 'motion.daily' },
  { words: ['motion', 'daily', '--date', '2026-01-31'], schema: 'motion.daily' },
  { words: ['motion', 'daily', '--date', 'yesterday', '--strict'], schema: 'motion.daily' },
  { words: ['motion', 'daily', '--address', stranger], schema: 'motion.daily' },
  { words: ['motion', 'daily', '--param', 'note=x'], schema: 'motion.daily' },
  { words: ['motion', 'history'], schema: 'rows:motion.daily' },
  { words: ['motion', 'history', '--page', '2', '--limit', '7'], schema: 'rows:motion.daily' },
  { words: ['motion', 'history', '--all'], schema: 'rows:motion.daily' },
  { words: ['nft', 'ls'], schema: 'rows:Open' },
  { words: ['nft', 'ls', '--type', 'shoes', '--limit', '3'], schema: 'rows:Open' },
  { words: ['nft', 'ls', stranger, '--all'], schema: 'rows:Open' },
  { words: ['nft', 'ls', nobody], exit: 6 },
  { words: ['token', 'balance'], schema: 'token.balance' },
  { words: ['user', 'profile'], schema: 'user.profile' },
  { words: ['kyc', 'status'], schema: 'Open' },

  { words: ['motion', 'submit', ...motion, '--proof', proof], schema: 'motion.submit' },
  { words: ['motion', 'submit', ...motion, '--proof', 'false'], exit: 5 },
  { words: ['motion', 'submit', '--steps', '5'], exit: 5 },
  { words: ['motion', 'submit', '--from', rows, '--run', 'judged'], exit: 10, schema: 'bulk' },
  { words: ['motion', 'submit', '--from', rows, '--run', 'judged', '--shard', '1/2'], exit: 2 },
  { words: ['motion', 'daily', '--all-profiles'], schema: 'rows:motion.daily' },
  { words: ['token', 'balance', '--profiles', '*'], schema: 'rows:Open' },
  { words: ['token', 'claim', '-F', 'amount=0.001', '--yes'], schema: 'token.claim' },
  { words: ['token', 'claim', '--yes'], schema: 'token.claim' },
  { words: ['token', 'claim', '-F', 'amount=1000000', '--yes'], exit: 5 },
  { words: ['nft', 'mint', '-f', 'type=shoes', '-f', 'name=Judged', '--yes'], schema: 'nft.mint' },
  { words: ['nft', 'mint', '-f', 'type=hats', '--yes'], exit: 5 },
  { words: ['nft', 'upgrade', '-f', 'id=nothing', '--yes'], exit: 6 },
  { words: ['nft', 'upgrade', '-f', 'id={nft}', '--yes'], schema: 'nft.upgrade' },
  { words: ['user', 'settings', '-f', 'language=en', '-F', 'goal=8000'], schema: 'user.settings' },
  { words: ['kyc', 'submit', '--input', '-', '--yes'], stdin: '{"full_name":"A B"}', schema: 'user.kyc' },
  { words: ['kyc', 'status'], schema: 'Open' },

  ...['/motion/daily', '/motion/history', '/nft/collection', '/token/balance', '/token/price'].map(
    (path) => ({
      words: ['api', 'GET', path],
      schema: `raw:${path}`,
    }),
  ),
  { words: ['api', 'GET', `/nft/collection/${stranger}`], schema: 'nft.collectionOf' },
  { words: ['api', 'GET', '/user/profile'], schema: 'raw:/user/profile' },

  { words: ['motion', 'daily', '--date', '2026-02-30'], exit: 2 },
  { words: ['nft', 'mint', '-f', 'type=shoes'], exit: 11 },
  { words: ['user', 'profile'], env: { MOVECLI_API_KEY: 'not-the-key' }, exit: 4 },
  { words: ['user', 'profile'], env: { MOVECLI_TOKEN: 'not-a-session' }, exit: 4 },
  { words: ['token', 'balance'], home: 'key-only', exit: 4 },
  { words: ['token', 'price'], home: 'key-only', schema: 'token.price' },
]

/** How the sandbox is told to answer the price. */
export const faults = ['GET /token/price:RATE_001@2', 'GET /token/price:CHAIN_001@3']

/** Reads that must work against answers made from the document alone. */
export const mockReads = [
  { words: ['motion', 'daily'], schema: 'motion.daily' },
  { words: ['motion', 'daily', '--strict', '--date', '2026-01-31'], schema: 'motion.daily' },
  { words: ['motion', 'history'], schema: 'motion.history' },
  { words: ['nft', 'ls'], schema: 'nft.collection' },
  { words: ['nft', 'ls', stranger, '--type', 'apparel'], schema: 'nft.collectionOf' },
  { words: ['token', 'balance'], schema: 'token.balance' },
  { words: ['token', 'price'], schema: 'token.price' },
  { words: ['user', 'profile'], schema: 'user.profile' },
  { words: ['kyc', 'status'], schema: 'Open' },
  { words: ['api', 'GET', '/motion/daily'], schema: 'motion.daily' },
]
