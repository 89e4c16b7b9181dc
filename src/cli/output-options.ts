/** How a result is to look: format, fields, color, as flags, environment and settings say. */
import { explicitValue } from '../config/flag-or-env.ts'
import { isOn } from '../config/environment.ts'
import { resolve } from '../config/resolve.ts'
import type { GlobalFlags } from '../config/types.ts'
import type { Settings } from '../config/settings.ts'
import type { Context } from '../runtime/context.ts'
import { colorLevel, type ColorFlag, type Level } from '../output/color.ts'
import { chooseFormat, type OutputOptions } from '../output/emit.ts'
import { fieldNames } from '../output/fields.ts'

/**
 * All of emit's manner but its notes and filter, and the color of errors. Throws for a wrong
 * value of flag (exit 2) or environment (exit 3).
 */
export async function outputOptionsFor(
  globals: GlobalFlags,
  context: Context,
  settings: () => Promise<Settings>,
): Promise<Omit<OutputOptions, 'note'> & { errorColor: Level }> {
  const { env, stdout, secrets } = context
  const asked = { flags: globals, env }
  const kept = await preferences(globals, context, settings)
  const format = explicitValue('format', asked)?.value ?? kept.format
  const color = globals['color'] ?? kept.color
  const fields = globals['fields']
  return {
    ...chooseFormat({ format, isTTY: stdout.isTTY }),
    ...(typeof fields === 'string' && { fields: fieldNames(fields) }),
    noHeader: globals['noHeader'] === true,
    out: stdout,
    secrets,
    color: colorLevel({ flag: color, env, isTTY: stdout.isTTY }),
    errorColor: colorLevel({ flag: color, env, isTTY: context.stderr.isTTY }),
    actions: isOn(env['GITHUB_ACTIONS']),
  }
}

/** What the settings say; nothing where they cannot be read or are wrong, for the command itself says that better. */
async function preferences(
  flags: GlobalFlags,
  { env }: Pick<Context, 'env'>,
  read: () => Promise<Settings>,
): Promise<{ format?: OutputOptions['format'] | undefined; color?: ColorFlag | undefined }> {
  try {
    const settings = await read()
    const places = [settings.settings, ...Object.values(settings.profiles).map((profile) => profile.settings)]
    if (!places.some((values) => 'format' in values || 'color' in values)) return {}
    const resolved = resolve({ flags, env, settings, purpose: 'configure' })
    const color = resolved.get('color')
    return {
      format: resolved.get('format')?.value,
      color: color?.origin === 'environment' ? undefined : color?.value,
    }
  } catch {
    return {}
  }
}
