/** Built-in modules are asked of the process, which hands them over without the form that require() makes for import. */
import type { Plugin } from 'rolldown'

export const builtins: Plugin = {
  name: 'builtins',
  /** One that is loaded late is there at once, without its names being copied. */
  transform: (code, id) =>
    id.includes('/src/') && code.includes("import('node:")
      ? code.replace(/\bimport\(('node:[a-z_/]+')\)/g, 'Promise.resolve(process.getBuiltinModule($1))')
      : null,
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /\brequire\((["'`]node:[a-z_/]+["'`])\)/g,
          'process.getBuiltinModule($1)',
        )
  },
}
