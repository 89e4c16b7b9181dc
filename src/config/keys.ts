/** The keys of `movecli config`: which there are, and what each may hold. */
import { networks } from '../contract/service.ts'
import { usage } from '../errors.ts'
import { nearest } from './nearest.ts'
import { optionNames, optionOf, type OptionName } from './options.ts'
import { badBaseUrl } from './url.ts'
import { parseOption } from './parse-option.ts'

/** Every key there is, those under a network too, with the option it sets. */
export const configKeys: ReadonlyMap<string, OptionName> = new Map(
  optionNames.flatMap((name): [string, OptionName][] => {
    const { key } = optionOf(name)
    return [
      ...(key === 'own' || key === 'both' ? [[name, name] as [string, OptionName]] : []),
      ...(key === 'network' || key === 'both'
        ? networks.map((network) => [networkKey(network, name), name] as [string, OptionName])
        : []),
    ]
  }),
)

export function networkKey(network: string, name: OptionName): string {
  return `networks.${network}.${name}`
}

/** The key in its normal form. Throws CLI_USAGE with the nearest key, also for one that `profile` cannot have. */
export function checkKey(key: string, { profile = false }: { profile?: boolean } = {}): string {
  const typed = key.trim()
  const name = configKeys.get(typed)
  if (name === undefined)
    throw usage(
      `There is no ${/^[a-z.]{1,60}$/i.test(typed) ? `config key ${typed}` : 'such config key'}.`,
      suggestion(typed),
    )
  if (profile && optionOf(name).global)
    throw usage(`${typed} cannot be set for one profile.`, 'Leave --profile out.')
  return typed
}

/** Throws CLI_USAGE (CLI_INSECURE_URL for plain http) unless the text is a value of this key. The text is kept as it is. */
export function checkValue(key: string, text: string): void {
  const name = configKeys.get(checkKey(key))!
  const read = parseOption(name, text)
  if ('value' in read) return
  if (name === 'baseUrl') throw badBaseUrl(read, 'flag', key)
  throw usage(`${key} ${read.problem}.`, 'See movecli config list --all.')
}

function suggestion(typed: string): string {
  const keys = [...configKeys.keys()]
  const [, network, rest] = /^networks\.([^.]*)\.(.+)$/i.exec(typed) ?? []
  // A key of another network is near in letters and far in meaning.
  const known = network === undefined || nearest(network, networks) !== undefined
  if (!known && keys.some((key) => key.endsWith(`.${rest}`)))
    return `The networks are ${networks.join(', ')}: for example networks.testnet.${rest}.`
  const ending = typed ? keys.find((key) => key.toLowerCase().endsWith(`.${typed.toLowerCase()}`)) : undefined
  const near = known ? (nearest(typed, keys) ?? ending) : undefined
  return near ? `Did you mean ${near}? ${allKeys}` : allKeys
}

const allKeys = 'movecli config list --all shows every key.'
