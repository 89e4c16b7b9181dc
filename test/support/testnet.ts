/** The independent service as testnet, and who may speak to it. */
import { afterAll } from 'vitest'
import { movecli, type Ran, type Setting } from './movecli.ts'
import { startWitness, type Witness, type WitnessOptions } from '../witness/service.ts'

export type Testnet = {
  witness: Witness
  /** What leads to it, with its key and a session. */
  env: Record<string, string>
  /** Runs a command line against it, without waits between attempts. */
  run: (line: string | readonly string[], setting?: Setting) => Promise<Ran>
  /** What was requested since the last time. */
  requested: () => Witness['requests']
}

/** What leads a command line to a witness, with its key and a session. */
export const environmentTo = ({ url, key, token }: Witness) => ({
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: url,
  MOVECLI_API_KEY: key,
  MOVECLI_TOKEN: token,
})

const started: Witness[] = []
afterAll(async () => Promise.all(started.splice(0).map(async (witness) => witness.close())))

/** Starts a witness, which ends with the test file. */
export async function testnet(options?: WitnessOptions): Promise<Testnet> {
  const witness = await startWitness(options)
  started.push(witness)
  const env = environmentTo(witness)
  return {
    witness,
    env,
    run: async (line, setting = {}) =>
      movecli(line, { sleep: async () => {}, ...setting, env: { ...env, ...setting.env } }),
    requested: () => witness.requests.splice(0),
  }
}
