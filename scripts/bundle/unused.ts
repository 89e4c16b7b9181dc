/** Parts of libraries that movecli never reaches, left out of the bundle: an empty module stands in for each. */
import type { Plugin } from 'rolldown'

/** What is left out, by the file that asks for it, and why nothing of it is ever used. */
const parts: readonly { from: RegExp; what: RegExp; why: string }[] = [
  { from: /\/commander\//, what: /^node:child_process$/, why: 'no subcommand is a program of its own' },
  {
    from: /\/commander\//,
    what: /\/(help|suggestSimilar)(\.js)?$/,
    why: 'help and suggestions are our own (reference/, cli/usage-error.ts)',
  },
  {
    from: /\/ansi-styles\//,
    what: /^color-convert$/,
    why: 'no color is converted: prompts take their 16 by name',
  },
  {
    from: /\/conf\//,
    what: /^(ajv\/|ajv-formats$)/,
    why: 'the settings have no schema: config/keys.ts checks them',
  },
  {
    from: /\/@modelcontextprotocol\/sdk\//,
    what: /\/validation\/ajv-provider\.js$/,
    why: 'the answers to elicitation are judged by mcp/consent.ts',
  },
  {
    from: /\/zod\/v4\//,
    what: /\/(json-schema-processors|to-json-schema)\.js$/,
    why: 'the schemas of the tools are our own; the SDK reads messages with zod and describes none',
  },
  { from: /\/conf\//, what: /^semver$/, why: 'conf migrates nothing here' },
  { from: /\/undici\/lib\/dispatcher\//, what: /\/client-h2\.js$/, why: 'HTTP/1.1 alone is spoken' },
  {
    from: /\/undici\/lib\/dispatcher\//,
    what: /\/web\/fetch\/body\.js$/,
    why: 'a body is bytes, never a stream',
  },
  {
    from: /\/undici\/lib\/dispatcher\//,
    what: /\/llhttp_simd-wasm\.js$/,
    why: 'one parser is enough; undici falls back to the plain one',
  },
]

/**
 * Methods of Commander's commands that nothing here reaches: they start programs, or are for callers
 * that write its help and options in other ways.
 */
const methods = [
  '_executeSubCommand',
  '_checkForMissingExecutable',
  '_optionEx',
  'addHelpCommand',
  'addHelpText',
  'getOptionValueSourceWithGlobals',
  'requiredOption',
  'usage',
  'version',
]

export const unused: Plugin = {
  name: 'unused',
  transform(code, id) {
    if (id.endsWith('/commander/lib/command.js')) {
      return methods.reduce((left, name) => {
        const method = new RegExp(String.raw`^  ${name}\(.*?^  \}\n`, 'ms')
        if (!method.test(left)) this.error(`Commander has no method ${name}`)
        return left.replace(method, '')
      }, code)
    }
    // Of some eighty spinners ora takes two by itself.
    if (!id.endsWith('/cli-spinners/spinners.json')) return null
    const { dots, line } = JSON.parse(code) as Record<string, unknown>
    return JSON.stringify({ dots, line })
  },
  resolveId: (source, importer = '') =>
    parts.some(({ from, what }) => from.test(importer) && what.test(source)) ? `\0unused:${source}` : null,
  load: (id) => (id.startsWith('\0unused:') ? 'module.exports = {}' : null),
}
