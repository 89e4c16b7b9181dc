/** The help topics, made from the tables that they explain. */
import { credentialVariables, optionNames, optionOf } from '../../config/options.ts'
import { globalFlags } from '../../runtime/global-flags.ts'
import { exitCodes } from '../../contract/codes.ts'
import { assumptions } from '../../contract/service.ts'
import { madeUp } from '../../sandbox/assumptions.ts'
import { signerHelp, signerVariables } from '../../login/signer-kinds.ts'
import { table, wrap } from '../../reference/layout.ts'
import { flagAbout, flagWords } from '../../reference/help-text.ts'

const topicPage = (title: string, ...parts: string[]): string => `${[title, ...parts].join('\n\n')}\n`
const rows = (list: readonly (readonly [string, string])[], width: number): string =>
  table(list, width).join('\n')

/** Each for a page of so many columns. */
export const topics: Record<string, (width: number) => string> = {
  'exit-codes': (width) =>
    topicPage(
      'Exit codes',
      rows(
        Object.entries(exitCodes).map(([code, meaning]) => [code, meaning]),
        width,
      ),
      wrap(
        'With --json the last line on stderr is one JSON object with code, exit_code, retryable and outcome. movecli explain <code> explains a code: its meaning, whether a retry is safe, what to do.',
        width,
      ),
    ),
  flags: (width) =>
    topicPage(
      'Global flags, before or after the command',
      rows(
        globalFlags.map((flag) => [flagWords(flag), flagAbout(flag)]),
        width,
      ),
      wrap('Durations are seconds, or 30s, 5m, 1h, 2d.', width),
    ),
  environment: (width) =>
    topicPage(
      'Environment variables; an empty one counts as unset',
      rows(
        [
          ...optionNames
            .filter((name) => name !== 'color')
            .flatMap((name) =>
              (optionOf(name).env ?? []).map((variable): [string, string] => [
                variable,
                optionOf(name).about,
              ]),
            ),
          [
            (optionOf('color').env ?? []).join(', ').replace(/TERM$/, 'TERM=dumb'),
            'Color; the first that is set counts, after --color',
          ],
          ['ACCESSIBLE', '1: no repainting, numbered choices'],
          ['GITHUB_ACTIONS', '1: neutralize workflow commands in text of the service'],
        ],
        width,
      ),
      wrap('Credentials; a name that ends in _FILE holds a path, every other the value:', width),
      rows(
        [...credentialVariables, ...signerVariables].map(({ name, about }): [string, string] => [
          name,
          about,
        ]),
        width,
      ),
      'Paths and network:',
      rows(
        [
          ['MOVECLI_CONFIG_DIR', 'Folder of the settings; else XDG_CONFIG_HOME/movecli, ~/.config/movecli'],
          [
            'MOVECLI_STATE_DIR',
            'Folder of journal, credentials, sandbox; else XDG_STATE_HOME/movecli, ~/.local/state/movecli',
          ],
          ['MOVECLI_SANDBOX_FAULTS', 'Faults for -n sandbox, separated by commas'],
          ['HTTPS_PROXY', 'Proxy for https, as http://host:port or host:port'],
          ['HTTP_PROXY', 'Not used: plain http is for this machine only'],
          ['NO_PROXY', 'Hosts to reach without a proxy, separated by commas'],
          ['NODE_EXTRA_CA_CERTS', 'A custom certificate authority'],
          ['TZ', 'Time zone of today and yesterday'],
        ],
        width,
      ),
      wrap(
        'Precedence: flag, environment, profile, network, default. With --profile as a flag a credential stored in that profile comes before the one of the environment. movecli whoami shows what is in force and where it comes from.',
        width,
      ),
    ),
  signing: (width) =>
    topicPage(
      'Signing in',
      wrap(
        'A wallet proves its address by signing a message (EIP-4361) that names the service and expires in ten minutes. movecli shows it, checks the signature, and only then sends both. Private keys are read from files or stdin, never from arguments, and are neither stored nor sent.',
        width,
      ),
      rows(signerHelp, width),
      wrap(
        'If the service answers AUTH_002 to a login, it may expect another text: config set auth.messageTemplate, auth.domain, auth.chainId.',
        width,
      ),
    ),
  networks: (width) =>
    topicPage(
      'Networks',
      wrap(
        'mainnet and testnet are the service; sandbox is a small service on this machine whose data is made up. There is no built-in network and no built-in address: a profile has one network for life, and the first login makes it.',
        width,
      ),
      rows(
        [
          ['-n testnet', 'this network for one command'],
          ['MOVECLI_NETWORK', 'the same for a shell'],
          ['config set networks.testnet.baseUrl', 'where it is: https://host/v1'],
        ],
        width,
      ),
      'What the API document leaves open:',
      rows(
        assumptions.map(({ open, guess, change }) => [open, `${guess}; to change: ${change}`]),
        width,
      ),
    ),
  sandbox: (width) =>
    topicPage(
      'The sandbox',
      wrap(
        '-n sandbox works at once on any command, with nothing started or set up: key, wallet and session are its own, and its data is kept. It has every operation, every error and the limits of the service.',
        width,
      ),
      rows(
        [
          ['sandbox start', 'serve it over HTTP, for other programs'],
          ['sandbox start --memory -- <command>', 'run a command against it and end with its exit code'],
          ['sandbox proof', 'the proof that it takes for a motion, of its flags or of JSON on stdin'],
          ['sandbox reset', 'delete its data'],
          [
            'MOVECLI_SANDBOX_FAULTS',
            'simulate faults, for example "POST /token/claim:drop-after-apply@1,latency=200ms"',
          ],
        ],
        width,
      ),
      'What it makes up, because the API document does not say:',
      rows(
        madeUp.map(({ open, guess }) => [open, guess]),
        width,
      ),
    ),
}
