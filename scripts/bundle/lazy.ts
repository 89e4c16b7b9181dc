/**
 * What tells of failures is loaded when something fails first: an ordinary read never asks for it. What writes loads it before
 * anything is sent: whatever is done to the installed files meanwhile, it can say what became of a write.
 */
import type { Plugin } from 'rolldown'
import { failure, writing } from './groups.ts'

const name = `require_${failure}`
const imported = new RegExp(`^const ${name} = require\\(("\\./[^"]+")\\);$`, 'm')

export const lazy: Plugin = {
  name: 'lazy',
  renderChunk(code, { name: chunk, modules }) {
    const [line, file] = imported.exec(code) ?? []
    // The first file serves reads too: what a write loads after it brings the rest.
    const writes = chunk !== 'main' && Object.keys(modules).some((id) => writing.test(id))
    if (line === undefined || writes) return null
    const [before = '', after = ''] = code.split(line)
    const loader = `let ${name}_loaded;\nconst ${name} = () => ${name}_loaded ??= require(${file});`
    const used = after
      .replace(new RegExp(`\\bnew ${name}((?:\\.[\\w$]+)+)`, 'g'), `new (${name}$1)`)
      .replace(new RegExp(`\\b${name}\\b`, 'g'), `${name}()`)
    return before + loader + used
  },
}
