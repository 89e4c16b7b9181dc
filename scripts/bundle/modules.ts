/** What each module is and needs once everything unused is left out: a first build tells, with a file for each module. */
import { rolldown, type InputOptions, type OutputOptions } from 'rolldown'

export type Module = { id: string; bytes: number; now: readonly string[]; later: readonly string[] }

export async function modulesOf(input: InputOptions, output: OutputOptions): Promise<Map<string, Module>> {
  const bundle = await rolldown({ ...input, logLevel: 'silent' })
  const numbers = new Map<string, number>()
  const numberOf = (id: string) => {
    if (!numbers.has(id)) numbers.set(id, numbers.size)
    return `m${numbers.get(id)}`
  }
  const groups = [{ name: numberOf }]
  const built = await bundle.generate({
    ...output,
    codeSplitting: { includeDependenciesRecursively: false, groups },
  })
  await bundle.close()

  const chunks = built.output.flatMap((file) =>
    file.type === 'chunk' && file.name !== 'rolldown-runtime' ? [file] : [],
  )
  /** Modules that need each other by turns stay together, by the name of the first. */
  const idOf = new Map(chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds[0]!]))
  const idsOf = (files: readonly string[]) => files.flatMap((file) => idOf.get(file) ?? [])
  const modules = chunks.flatMap(({ fileName, moduleIds, code, imports, dynamicImports }): Module[] => {
    const first = idOf.get(fileName)!
    const rest = moduleIds.slice(1).map((id) => ({ id, bytes: 0, now: [first], later: [] }))
    return [{ id: first, bytes: code.length, now: idsOf(imports), later: idsOf(dynamicImports) }, ...rest]
  })
  return new Map(modules.map((each) => [each.id, each]))
}
