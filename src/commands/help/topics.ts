/** The help topics, made from the tables that they explain. */
import { credentialVariables, optionNames, optionOf } from '../../config/options.ts'
import { globalFlags } from '../../config/flags.ts'
import { exitCodes } from '../../contract/errors.ts'
import { assumptions } from '../../contract/service.ts'
import { madeUp } from '../../sandbox/made-up.ts'
import { flagAbout, flagWords, table, wrap } from './text.ts'

const page = (title: string, ...parts: string[]): string => `${[title, ...parts].join('\n\n')}\n`
const rows = (list: readonly (readonly [string, string])[]): string => table(list).join('\n')

export const topics: Record<string, () => string> = {
  'exit-codes': () =>
    page(
      'Exit codes',
      rows(Object.entries(exitCodes).map(([code, meaning]) => [code, meaning])),
      wrap(
        'With --json the last line on stderr is one JSON object with code, exit_code, retryable and outcome.',
      ),
    ),
  flags: () =>
    page(
      'Global flags, before or after the command',
      rows(globalFlags.map((flag) => [flagWords(flag), flagAbout(flag)])),
      wrap('Durations are seconds, or 30s, 5m, 1h, 2d.'),
    ),
  environment: () =>
    page(
      'Environment variables; an empty one counts as unset',
      rows([
        ...optionNames.flatMap((name) =>
          (optionOf(name).env ?? []).map((variable): [string, string] => [variable, optionOf(name).about]),
        ),
        ...credentialVariables.map(({ name, about }): [string, string] => [name, about]),
        ['MOVECLI_CONFIG_DIR', 'Folder of the settings'],
        ['MOVECLI_STATE_DIR', 'Folder of journal, credentials and sandbox'],
        ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'Proxies'],
        ['NODE_EXTRA_CA_CERTS', 'A custom certificate authority'],
        ['ACCESSIBLE', '1: no repainting, numbered choices'],
      ]),
    ),
  signing: () =>
    page(
      'Signing in',
      wrap(
        'A wallet proves its address by signing a message (EIP-4361) that names the service and expires in ten minutes. movecli shows it, checks the signature, and only then sends both. Private keys are read from files or stdin, never from arguments, and are neither stored nor sent.',
      ),
      rows([
        [
          '--keystore <file>',
          'an encrypted keystore of geth, foundry, ethers, web3.js; with --password-file or a prompt',
        ],
        ['--private-key-file <file|->', 'a private key in hex'],
      ]),
      wrap(
        'If the service answers AUTH_002 to a login, it may expect another text: config set auth.messageTemplate, auth.domain, auth.chainId.',
      ),
    ),
  networks: () =>
    page(
      'Networks',
      wrap(
        'mainnet and testnet are the service; sandbox is a small service on this machine whose data is made up. There is no built-in network and no built-in address: a profile has one network for life, and the first login makes it.',
      ),
      rows([
        ['-n testnet', 'this network for one command'],
        ['MOVECLI_NETWORK', 'the same for a shell'],
        ['config set networks.testnet.baseUrl', 'where it is: https://host/v1'],
      ]),
      'What the API document leaves open:',
      rows(assumptions.map(({ open, guess, change }) => [open, `${guess}; to change: ${change}`])),
    ),
  sandbox: () =>
    page(
      'The sandbox',
      wrap(
        '-n sandbox works at once on any command. What it makes up, because the API document does not say:',
      ),
      rows(madeUp.map(({ open, guess }) => [open, guess])),
    ),
}
