/** What the checks stand on here: session, signer, prover and journal of this command line. */
import type { WriteTools } from '../../writes/write-attempt.ts'
import { sendWrite, type Sender } from '../../client/client.ts'
import type { Composed } from '../../client/compose.ts'
import { tokenFingerprint, type Owner } from '../../journal/owner.ts'
import { hasExit, isStop, misconfigured, MoveError, usage } from '../../errors.ts'
import type { SmokeInputs, SmokeMotion, SignedMessage, Token } from '../../smoke/smoke-context.ts'
import type { Context } from '../../runtime/context.ts'
import type { ParsedArgs } from '../../runtime/command.ts'
import { refuseUnwritable } from '../../login/save-login.ts'
import { signedMessage } from '../../login/sign-in.ts'
import { signerNamed } from '../../login/named-signer.ts'
import { builtInProfile } from '../../config/built-in-profile.ts'
import { signerFrom, testWallet } from '../../login/choose-signer.ts'
import { authorizeWrite } from '../../writes/write-guard.ts'
import { ownerOf } from '../../session/session-owner.ts'
import { findProgram } from '../../runtime/find-program.ts'
import { proofBy } from '../../runtime/prover.ts'
import { loginCommand } from '../../session/credential-hints.ts'
import { renewedIf } from '../../session/renewal.ts'
import { adoptRenewed } from '../../session/session-at-write.ts'
import { openSession, type Session } from '../../session/session.ts'
import type { Part, Tools } from '../../runtime/services.ts'
import type { SmokeOptions } from './options.ts'
import type { SignerValues } from '../../login/login-flags.ts'
import type { ProgramTools } from '../../runtime/subprocess.ts'

/**
 * Everything a run is given. Throws before anything is sent: CLI_USAGE for a network that is not named and for full on
 * mainnet, CLI_NO_API_KEY (4), CLI_TOKEN_EXPIRED (4) where the remembered signer fails, CLI_STATE (3) where a write could not
 * be put on record, what the signer ends with.
 */
export async function setUp(
  options: SmokeOptions,
  tools: Tools,
): Promise<{ inputs: SmokeInputs; session: Session }> {
  const { network } = await tools.resolved('inspect')
  if (!network) await tools.resolved('use')
  if (network?.origin !== 'flag' && network?.origin !== 'environment')
    throw usage(
      'smoke needs an explicit network.',
      `Add -n ${network?.value ?? 'testnet'}, or set MOVECLI_NETWORK.`,
    )
  const full = options.suite === 'full'
  if (full && network.value === 'mainnet')
    throw usage(
      'The full suite submits motion, so it cannot run on mainnet.',
      'Use --suite auth, or -n testnet.',
    )
  if (options.prover !== undefined) await findProgram(options.prover, tools.context)
  const session = await openSession(tools, { session: 'none', signer: 'must' })
  const writes = full && !tools.dryRun
  // Its writes go on record; it keeps no login.
  if (writes) await refuseUnwritable(tools, ['state'])
  const { repeat, maxLatency, prover } = options
  const token = sessionToken(session)
  const address = await smokeAddress(session)
  const owner = await ownerOf(session, tools.folders.state)
  const sign = tools.dryRun
    ? undefined
    : await signing(session, owner.address ?? addressOfKey(session), tools, full)
  const { replacement: _replacement, ...sender } = session.sender
  const { token: _, ...target } = sender.target
  const inputs: SmokeInputs = {
    network: network.value,
    sender: { ...sender, target },
    secret: (value) => tools.context.secrets.add(value),
    login: loginCommand(session.profile, { env: tools.context.env, settings: await tools.settings() }),
    random: tools.context.random,
    repeat,
    ...(token && { token }),
    ...(!tools.dryRun && { renew: renewing(session, tools) }),
    ...(session.unrenewed && {
      unrenewed: { message: session.unrenewed.message, limited: hasExit(session.unrenewed, 'limited') },
    }),
    ...(address !== undefined && { address }),
    ...(sign && { sign }),
    ...(writes && {
      write: async (request, sender, signedIn) =>
        journaled(
          request,
          sender,
          signedIn === undefined ? { session, owner } : writerAs(signedIn, session, owner, sender),
          tools,
        ),
    }),
    ...(writes && prover !== undefined && { prove: async (motion) => proved(prover, motion, tools) }),
    ...(maxLatency !== undefined && { maxLatency }),
  }
  return { inputs, session }
}

/** The session token, an expired one too: its refusal is a check. A built-in one is known to last. */
const sessionToken = ({ credentials: { token }, network }: Session): Token | undefined =>
  token && {
    value: token.value,
    ...(token.expiresAt !== undefined && { expiresAt: token.expiresAt }),
    ...(builtInProfile(network) && token.origin === 'default' && { lasting: true }),
  }

/** Signs in again by the remembered signer, once for each token: what fails once is not tried before every check. */
function renewing(session: Session, tools: Tools): NonNullable<SmokeInputs['renew']> {
  let tried: string | undefined
  return async ({ value }) => {
    const { credentials, resolved, record } = session
    if (value === tried || value !== credentials.token?.value) return undefined
    const fresh = await renewedIf(tools, resolved, record, credentials).catch(async (error: unknown) => {
      if (!(error instanceof MoveError) || isStop(error) || hasExit(error, 'bug')) throw error
      tried = value
      await tools.note(`note: ${error.message}`)
    })
    return adoptRenewed(session, fresh ?? undefined, tools) ? sessionToken(session) : undefined
  }
}

async function smokeAddress({ record, resolved, network }: Session): Promise<string | undefined> {
  return record?.address ?? resolved.entry?.address ?? (await builtInProfile(network)?.load())?.address
}

/**
 * Signs in with what the environment names, which must be of the `known` address, the session's or the profile's; in
 * the sandbox, for the suite full, with its own wallet alone. The other suites sign in only where that needs no person. The
 * first message is signed at once, so that a wrong password or another wallet ends the command.
 */
async function signing(
  session: Session,
  known: string | undefined,
  tools: Tools,
  full: boolean,
): Promise<SmokeInputs['sign']> {
  const { resolved, network, sender } = session
  const given = { args: [], flags: {}, passthrough: [] }
  const place = { resolved, network, baseUrl: session.baseUrl, address: known }
  const mayName = !builtInProfile(network) && (full || needsNoPerson(given, tools.context.env))
  const named = mayName ? await signerFrom(given, tools, {}, place) : undefined
  const signer = named ?? (full ? await testWallet(network) : undefined)
  if (!signer) return undefined
  const address = named && known
  const how = { signer, sender, resolved, network, address, contractWallet: false }
  const quiet = { ...tools, note: async () => {} }
  let ready: SignedMessage | undefined = await signedMessage(quiet, how)
  return async () => {
    const made = ready ?? (await signedMessage(quiet, how))
    ready = undefined
    return made
  }
}

/** Whose API key is used, where it is the profile's. */
const addressOfKey = ({ credentials: { apiKey }, record, resolved }: Session): string | undefined =>
  apiKey?.origin === 'profile' || (apiKey && apiKey.value === record?.apiKey)
    ? (record?.address ?? resolved.entry?.address)
    : undefined

function needsNoPerson(given: ParsedArgs<SignerValues>, env: Context['env']): boolean {
  const named = signerNamed(given, env)
  if (named?.kind.flagKey !== 'keystore') return named !== undefined
  return Boolean(env['MOVECLI_KEYSTORE_PASSWORD_FILE'])
}

/** The session that writes are sent in, and as whose they go on record. */
type Writer = { session: Session; owner: Owner }

/** What a run writes in a session that it signed in for: it has the run's API key, and the token is no profile's. */
function writerAs(
  address: string,
  session: Session,
  { origin, key }: Owner,
  { target: { token } }: Sender,
): Writer {
  const { token: _, ...credentials } = session.credentials
  const signedIn = token === undefined ? {} : { token: tokenFingerprint(token) }
  return { session: { ...session, credentials }, owner: { origin, key, ...signedIn, address } }
}

async function journaled(request: Composed, sender: Sender, { session, owner }: Writer, tools: WriteTools) {
  const permit = await authorizeWrite(tools, session, request, { owner })
  try {
    return await sendWrite(permit.request, permit.ledger, sender)
  } finally {
    await permit.release()
  }
}

async function proved(
  program: string,
  motion: SmokeMotion,
  tools: ProgramTools & Part<'resolved'>,
): Promise<string> {
  const proof = await proofBy(program, { ...motion }, tools).catch((error: unknown) => {
    throw error instanceof MoveError && error.fault.code === 'CLI_PROVER'
      ? misconfigured(error.message)
      : error
  })
  tools.context.secrets.add(proof)
  return proof
}
