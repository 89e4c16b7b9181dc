/** A library's module that runs when its file is loaded is compiled at once: V8 would read it twice, first to skip it. */
import type { Plugin } from 'rolldown'

/** The bundler's wrapper of CommonJS modules, by how it is made and under which name other files find it. */
const made = /(?:\b|,)([\w$]+)=\(\w+,\w+\)=>\(\)=>\(\w+\|\|/
const nameOf = (runtime: string): string | undefined => {
  const own = made.exec(runtime)?.[1]
  return new RegExp(`exports,"([\\w$]+)",\\{[^}]*return ${own}\\}|exports\\.([\\w$]+)=${own}\\b`)
    .exec(runtime)
    ?.slice(1)
    .find(Boolean)
}

export const eager: Plugin = {
  name: 'eager',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
    const name = nameOf(chunks.find((file) => file.name === 'rolldown-runtime')?.code ?? '')
    if (name === undefined) return this.error('the wrapper of CommonJS modules is not found')
    // A function in parentheses is taken for one that is called at once; an arrow is not.
    const wrapped = new RegExp(`(?<=\\.${name}\\()\\((?:\\(([\\w$,]*)\\)|([\\w$]+))=>\\{`, 'g')
    for (const file of chunks)
      file.code = file.code.replace(
        wrapped,
        (_match, many?: string, one?: string) => `(function(${many ?? one}){`,
      )
  },
}
