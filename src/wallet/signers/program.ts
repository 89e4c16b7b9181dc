/**
 * Signs with a program of the user's: one JSON line in, one JSON line out
 * (docs/sign-in.md). A hardware wallet is a script away.
 */
import { isObject } from '../../contract/plain.ts'
import { unauthenticated } from '../../errors.ts'
import { checkAddress, checksummed } from '../address.ts'
import { refuseOtherSigner, type SignRequest, type Signer } from '../signer.ts'

const protocolVersion = 1

/** Runs the program once with a line on stdin: its exit code and what it printed. */
export type RunProgram = (line: string) => Promise<{ code: number; stdout: string }>

/**
 * Asks the program for its address where none is known, then for a signature over the message; each is a run of its own.
 * Throws CLI_SIGNATURE (exit 4) for whatever is no answer; the caller checks the signature itself.
 */
export const programSigner =
  (run: RunProgram): Signer =>
  async (ask) => {
    const address = ask.address ?? (await addressOf(run))
    const message = ask.compose(await checksummed(address))
    const answer = await answerTo(run, { op: 'sign_message', address, network: ask.network, message }, ask)
    const signer = answer['address'] === undefined ? address : await addressIn(answer)
    refuseOtherSigner({ ...ask, address }, signer)
    const { signature } = answer
    if (typeof signature !== 'string') throw noAnswer('its answer has no signature')
    return { address: await checksummed(address), message, signature }
  }

const addressOf = async (run: RunProgram): Promise<string> =>
  addressIn(await answerTo(run, { op: 'address' }))

async function addressIn({ address }: Record<string, unknown>): Promise<string> {
  if (typeof address !== 'string') throw noAnswer('its answer has no address')
  return checkAddress(address).catch(() => {
    throw noAnswer('the address in its answer is not one')
  })
}

async function answerTo(
  run: RunProgram,
  question: object,
  ask?: SignRequest,
): Promise<Record<string, unknown>> {
  const { code, stdout } = await run(`${JSON.stringify({ version: protocolVersion, ...question })}\n`)
  ask?.signal.throwIfAborted()
  if (code !== 0) throw noAnswer(`it ended with exit code ${code}`)
  const answer = parsed(stdout)
  if (!answer) throw noAnswer('it did not print one JSON object on one line')
  if (answer['version'] !== protocolVersion) throw noAnswer(`its answer is not of version ${protocolVersion}`)
  return answer
}

function parsed(text: string): Record<string, unknown> | undefined {
  const line = text.trim()
  if (line.includes('\n')) return undefined
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const noAnswer = (why: string) =>
  unauthenticated(
    'CLI_SIGNATURE',
    `The signer did not sign: ${why}. Nothing was sent.`,
    'Try the program by itself: echo \'{"version":1,"op":"address"}\' | <program>',
  )
