/** The independent service as testnet, for tests of commands. */
import { afterAll } from 'vitest'
import { startWitness, type Witness, type WitnessOptions } from '../witness/service.ts'

/** One witness for a test file, and the environment that leads to it. */
export async function testnet(options?: WitnessOptions) {
  const witness: Witness = await startWitness(options)
  afterAll(async () => witness.close())
  const env = {
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: witness.url,
    MOVECLI_API_KEY: witness.key,
    MOVECLI_TOKEN: witness.token,
  }
  /** What was requested since the last time. */
  const requested = () => witness.requests.splice(0)
  return { witness, env, requested }
}
