/** A home that knows the witness as its testnet, and who may speak to it. */
import { movecli, type Ran, type Setting } from './movecli.ts'
import { startWitness, type Witness, type WitnessOptions } from '../witness/service.ts'

export type Testnet = Witness & {
  env: Record<string, string>
  /** Runs a command line against the witness, without waits between attempts. */
  run: (line: string | readonly string[], setting?: Setting) => Promise<Ran>
}

/** Starts a witness; `run` speaks to it with its key and a session. */
export async function startTestnet(options: WitnessOptions = {}): Promise<Testnet> {
  const witness = await startWitness(options)
  const env = {
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: witness.url,
    MOVECLI_API_KEY: witness.key,
    MOVECLI_TOKEN: witness.token,
  }
  const run: Testnet['run'] = async (line, setting = {}) =>
    movecli(line, { sleep: async () => {}, ...setting, env: { ...env, ...setting.env } })
  return { ...witness, env, run }
}
