/** The published script in a real bash, asked as readline asks it: with the words as COMP_WORDBREAKS splits them. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operationOf } from '../../../src/contract/operations.ts'
import { nouns } from '../../support/nouns.ts'

const script = join(import.meta.dirname, '../../../completions/movecli.bash')

/** What TAB offers after the line: words at blanks, `=` and `:` words of their own. */
function offered(line: string): string[] {
  const words = line.split(/ +|(?<=[=:])|(?=[=:])/)
  const ask = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _movecli; printf '%s\\n' "\${COMPREPLY[@]}"`
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' }
  return execFileSync('bash', ['--norc', '--noprofile', '-c', ask, 'bash', script, ...words], { env })
    .toString()
    .split('\n')
    .filter(Boolean)
}

const networks = ['mainnet', 'testnet', 'sandbox']
/** The tools of the commands that ask before they write, in the order of the tree; api may write anything. */
const asking = [
  ...nouns.flatMap((noun) =>
    ('lines' in noun ? noun.lines : [])
      .filter(({ operation }) => operation !== undefined && operationOf(operation).confirm)
      .map(({ name }) => `${noun.name}_${name}`),
  ),
  'api',
]
const kinds = ['shoes', 'apparel', 'accessories']

test.each([
  ['movecli --network ', networks],
  ['movecli --network=', networks],
  ['movecli --network=te', ['testnet']],
  ['movecli -n ', networks],
  ['movecli motion daily --network=', networks],
  ['movecli motion daily -n s', ['sandbox']],
  ['movecli nft ls --type ', kinds],
  ['movecli nft ls --type=', kinds],
  ['movecli nft ls --type=ap', ['apparel']],
  ['movecli nft list --type=', kinds],
  ['movecli nft ls --sort -level --type ', kinds],
  ['movecli nft ls --sort -- --type ', kinds],
  ['movecli --fields a,b --format=nd', ['ndjson']],
  ['movecli motion dai', ['daily']],
  ['movecli -p x motion dai', ['daily']],
  ['movecli --network=testnet motion dai', ['daily']],
  ['movecli token claim -f key=value --dry', ['--dry-run']],
  ['movecli --base-url https://host:1/v1 motion dai', ['daily']],
  ['movecli token claim -f -y=1 --dry', ['--dry-run']],
  ['movecli completion ', ['bash', 'zsh', 'fish', 'powershell']],
  ['movecli config get networks.testnet.b', ['networks.testnet.baseUrl']],
  ['movecli help kyc ', ['submit', 'status']],
  ['movecli help kyc status ', []],
  ['movecli help exit', ['exit-codes']],
  ['movecli --format -', []],
  ['movecli mcp --allow ', asking],
  ['movecli mcp --allow=token', ['token_claim']],
  ['movecli mcp --allow api,nft_m', ['api,nft_mint']],
  ['movecli sandbox start --fault drop', ['drop-before', 'drop-after-apply']],
  ['movecli sandbox start --fault la', ['latency']],
  ['movecli sandbox start --fault CHAIN', ['CHAIN_001']],
])('%j offers %j', (line, words) => {
  expect(offered(line)).toEqual(words)
})

test('flags are offered with the command they belong to', () => {
  const daily = offered('movecli motion daily --')
  expect(daily).toEqual(expect.arrayContaining(['--date', '--address', '--network', '--no-header', '--help']))
  expect(daily).not.toContain('--type')
  expect(offered('movecli motion --')).not.toContain('--date')
})
