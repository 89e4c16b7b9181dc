/** The checks of what is in force: every value of flags, environment and settings; profile, network, base URL; proxy. */
import { access, constants } from 'node:fs/promises'
import { optionNames } from '../../config/options.ts'
import type { Resolved } from '../../config/resolved.ts'
import { proxyOf } from '../way.ts'
import type { Tools } from '../tools.ts'
import { failed, looking, passed, skipped, type Finding } from './check.ts'

/** Each value that is none: one finding, or one that says that all are right. */
export async function checkValues(resolved: Resolved): Promise<Finding[]> {
  const each = await Promise.all(
    optionNames
      .filter((name) => name !== 'baseUrl')
      .map(async (name) =>
        looking('values', () => {
          resolved.get(name)
          return []
        }),
      ),
  )
  return each.flat().length > 0
    ? each.flat()
    : [passed('values', 'every flag, variable and setting is right')]
}

export function checkNetwork({ network, profile }: Resolved): Finding {
  if (!network) return skipped('network', 'none is chosen: movecli login, or -n testnet, or -n sandbox')
  return passed(
    'network',
    `${network.value} (${profile ? `profile ${profile.name}, ` : ''}${network.origin})`,
  )
}

export function checkBaseUrl({ network, baseUrl }: Resolved): Finding {
  if (baseUrl) return passed('base URL', `${baseUrl.value} (${baseUrl.origin})`)
  if (!network) return skipped('base URL', 'no network is chosen')
  return failed(
    'base URL',
    `${network.value} has none`,
    `movecli config set networks.${network.value}.baseUrl https://…/v1`,
  )
}

/** A proxy is named without its password; a custom authority must be a file that can be read. */
export async function checkProxy({ context: { env, secrets } }: Tools): Promise<Finding[]> {
  const proxies = Object.entries(proxyOf(env) ?? {}).filter(([kind]) => kind !== 'except')
  const findings = proxies.map(([kind, text]) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || !/^https?:$/.test(url.protocol)) {
      secrets.add(text)
      return failed(
        'proxy',
        `${kind.toUpperCase()}_PROXY is no URL`,
        'write it as http://host:port, or unset it',
      )
    }
    return passed('proxy', `${kind}: ${url.protocol}//${url.host}`)
  })
  const ca = env['NODE_EXTRA_CA_CERTS']
  if (!ca) return findings.length > 0 ? findings : [passed('proxy', 'none')]
  const readable = await access(ca, constants.R_OK).then(
    () => true,
    () => false,
  )
  return [
    ...findings,
    readable
      ? passed('certificates', `${ca} is trusted too`)
      : failed('certificates', `${ca} cannot be read`, 'change NODE_EXTRA_CA_CERTS, or unset it'),
  ]
}
