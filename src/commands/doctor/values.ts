/** The checks of what is in force: every value of flags, environment and settings; profile, network, base URL; proxy. */
import { access, constants } from 'node:fs/promises'
import { proxyVariable, readProxy, type Proxy } from '../../client/connection/proxy.ts'
import { optionNames } from '../../config/options.ts'
import type { Resolved } from '../../config/types.ts'
import { profileNamed, type Settings } from '../../config/settings.ts'
import type { Context } from '../../runtime/context.ts'
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
  return each.flat().length > 0 ? each.flat() : [passed('values', 'all values are valid')]
}

/** The profile that the settings choose must be there; nothing where it is. */
export function checkProfile(settings: Settings): Finding[] {
  const { profile } = settings
  if (profile === undefined || profileNamed(settings, profile)) return []
  return [
    failed(
      'profile',
      `the settings choose profile ${profile}, which does not exist`,
      'movecli profile use <name>, or movecli config unset profile',
    ),
  ]
}

export function checkNetwork({ network, profile }: Resolved): Finding {
  if (!network) return skipped('network', 'none chosen: run movecli login, or add -n testnet or -n sandbox')
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

/** A proxy is named without its password; a custom authority must be a file that can be read; what has no effect is named. */
export async function checkProxy({ env, secrets }: Pick<Context, 'env' | 'secrets'>): Promise<Finding[]> {
  const text = proxyVariable(env)
  const proxy = text === undefined ? undefined : readProxy(text)
  if (text !== undefined && !proxy) secrets.add(text)
  const findings = [
    ...(text === undefined
      ? []
      : proxy
        ? [passed('proxy', `https: http://${authority(proxy)}`)]
        : [failed('proxy', 'HTTPS_PROXY must be http://host:port or host:port', 'correct it, or unset it')]),
    ...((env['HTTP_PROXY'] || env['http_proxy']) && text === undefined
      ? [passed('proxy', 'HTTP_PROXY has no effect: requests go over https, whose proxy is HTTPS_PROXY')]
      : []),
    ...(env['NODE_TLS_REJECT_UNAUTHORIZED']
      ? [passed('certificates', 'NODE_TLS_REJECT_UNAUTHORIZED is ignored; certificates are always checked')]
      : []),
  ]
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

const authority = ({ host, port }: Proxy): string => `${host.includes(':') ? `[${host}]` : host}:${port}`
