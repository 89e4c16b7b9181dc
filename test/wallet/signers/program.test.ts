/** Programs that sign: the protocol, and answers that are none. */
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { programSigner } from '../../../src/wallet/signers/program.ts'

const wallet = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const ask = (address?: string) => ({
  compose: (who: string) => `sign in ${who}`,
  network: 'testnet',
  signal: new AbortController().signal,
  ...(address !== undefined && { address }),
})

/** A program as it should be; `asked` keeps the lines that it read. */
function program(asked: unknown[] = []) {
  return async (line: string) => {
    const question = JSON.parse(line) as { op: string; message: string }
    asked.push(question)
    const signature =
      question.op === 'sign_message' ? await wallet.signMessage({ message: question.message }) : undefined
    return { code: 0, stdout: `${JSON.stringify({ version: 1, address: wallet.address, signature })}\n` }
  }
}

test('it is asked for its address where none is known, then for a signature', async () => {
  const asked: unknown[] = []
  const signed = await programSigner(program(asked))(ask())
  const message = `sign in ${wallet.address}`
  expect(asked).toEqual([
    { version: 1, op: 'address' },
    { version: 1, op: 'sign_message', address: wallet.address, network: 'testnet', message },
  ])
  expect(signed).toEqual({
    address: wallet.address,
    message,
    signature: await wallet.signMessage({ message }),
  })
})

test('a known address is not asked for, and need not be repeated in the answer', async () => {
  const asked: unknown[] = []
  const signer = programSigner(async (line) => {
    const { stdout } = await program(asked)(line)
    const { address: _, ...rest } = JSON.parse(stdout) as { address: string }
    return { code: 0, stdout: JSON.stringify(rest) }
  })
  expect((await signer(ask(wallet.address.toLowerCase()))).address).toBe(wallet.address)
  expect(asked).toHaveLength(1)
})

const answers: [what: string, code: number, stdout: string][] = [
  ['a program that fails', 1, ''],
  [
    'a good answer of a program that fails',
    1,
    JSON.stringify({ version: 1, address: wallet.address, signature: '0x' }),
  ],
  ['no answer', 0, ''],
  ['text', 0, 'signed!'],
  ['two lines', 0, '{"version":1}\n{"version":1}\n'],
  ['a list', 0, '[]'],
  ['another version', 0, JSON.stringify({ version: 2, address: wallet.address, signature: '0x' })],
  ['no signature', 0, JSON.stringify({ version: 1, address: wallet.address })],
  ['an address that is none', 0, '{"version":1,"address":"vitalik.eth","signature":"0x"}'],
  ['another wallet', 0, `{"version":1,"address":"0x${'2'.repeat(40)}","signature":"0x"}`],
]
test.each(answers)('%s is exit 4', async (_, code, stdout) => {
  const signer = programSigner(async () => ({ code, stdout }))
  await expect(signer(ask(wallet.address))).rejects.toMatchObject({
    fault: { code: 'CLI_SIGNATURE', exit: 4 },
  })
})

const other = `0x${'2'.repeat(40)}`
test('the address that it named first is the one that must sign', async () => {
  const signer = programSigner(async (line) => {
    const { op } = JSON.parse(line) as { op: string }
    const address = op === 'address' ? wallet.address : other
    return { code: 0, stdout: JSON.stringify({ version: 1, address, signature: '0x' }) }
  })
  await expect(signer(ask())).rejects.toMatchObject({
    message: `The signer is ${other}, not ${wallet.address}.`,
    fault: { code: 'CLI_SIGNATURE', exit: 4 },
  })
})

test('an answer that comes after a stop is not taken', async () => {
  const stop = new AbortController()
  const signer = programSigner(async (line) => {
    stop.abort('SIGINT')
    return program()(line)
  })
  await expect(signer({ ...ask(wallet.address), signal: stop.signal })).rejects.toBe('SIGINT')
})

test.each([
  ['of no version', JSON.stringify({ address: wallet.address })],
  ['whose address is no text', JSON.stringify({ version: 1, address: 5 })],
  ['without an address', JSON.stringify({ version: 1 })],
])('an answer %s names no address: nothing is composed', async (_, stdout) => {
  const composed: string[] = []
  const signer = programSigner(async () => ({ code: 0, stdout }))
  await expect(signer({ ...ask(), compose: (who) => (composed.push(who), who) })).rejects.toMatchObject({
    fault: { code: 'CLI_SIGNATURE', exit: 4, outcome: 'not_sent' },
  })
  expect(composed).toEqual([])
})
