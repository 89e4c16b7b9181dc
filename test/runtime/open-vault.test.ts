/** How long a keychain is waited for, and that one that was silent is left alone. */
import { expect, test } from 'vitest'
import { KeychainFailure, type Keychain, type KeychainWait } from '../../src/config/credentials/keychain.ts'
import { vaultOf } from '../../src/runtime/open-vault.ts'

const { signal } = new AbortController()
const opened = (
  keychain: Keychain | undefined,
  { person = false, platform = 'linux' }: { person?: boolean; platform?: NodeJS.Platform } = {},
) => {
  const said: string[] = []
  const say = async (text: string) => void said.push(text)
  const vault = vaultOf({ ...(keychain && { keychain }), platform, signal }, { isThere: () => person, say })
  return { vault, said }
}

test.each([
  [false, 3000, []],
  [true, 60_000, ['The keychain has not answered yet. A dialog may be open.']],
])(
  'with a person there (%s) it is waited for %i ms, and a dialog is spoken of to a person alone',
  async (person, waitMs, words) => {
    const waits: KeychainWait[] = []
    const { vault, said } = opened(async (_, wait) => (waits.push(wait), wait.onSlow?.(), ['a secret']), {
      person,
    })
    expect(await vault.keychain?.([{ op: 'get', account: 'a' }])).toEqual(['a secret'])
    expect({ waits: waits.map((wait) => [wait.waitMs, wait.signal]), said }).toEqual({
      waits: [[waitMs, signal]],
      said: words,
    })
  },
)

test.each([
  ['silent', 1],
  ['refused', 2],
  ['missing', 2],
] as const)('one that was %s is asked %i times by two steps, and fails both', async (kind, times) => {
  let asked = 0
  const { vault } = opened(async () => (asked++, Promise.reject(new KeychainFailure(kind))))
  for (const account of ['a', 'b'])
    await expect(vault.keychain?.([{ op: 'get', account }])).rejects.toMatchObject({ kind })
  expect(asked).toBe(times)
})

test('Windows has a longest secret, other systems have none, and without a keychain there is none', () => {
  const keychain: Keychain = async () => []
  expect(opened(keychain, { platform: 'win32' }).vault).toMatchObject({ longest: 1280 })
  expect(opened(keychain).vault).not.toHaveProperty('longest')
  expect(opened(undefined).vault).not.toHaveProperty('keychain')
})
