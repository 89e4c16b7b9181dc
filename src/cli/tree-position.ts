/** Places in the tree of commands, and what is known at each. */
import { nodeNames, type CommandNode, type CommandSpec, type HelpOf } from '../runtime/command.ts'
import type { Flag } from '../runtime/flag.ts'
import { everywhere } from '../runtime/global-flags.ts'
import type { Known } from './grammar.ts'

/** A place in the tree. `flags`: its own; a noun that means one of its lines has that one's. */
export type TreePosition = {
  path: string[]
  flags: readonly Flag[]
  below: readonly CommandNode[]
  line?: CommandSpec
  of?: HelpOf
}

/** The place below another that a word leads to. */
export function placeBelow({ path: above }: TreePosition, next: CommandNode): TreePosition {
  const path = [...above, next.name]
  if (!('lines' in next))
    return { path, flags: next.flags ?? [], below: [], line: next, of: { line: next, path } }
  const { defaultCommand, lines } = next
  return {
    path,
    flags: defaultCommand?.flags ?? [],
    below: lines,
    of: next,
    ...(defaultCommand && { line: defaultCommand }),
  }
}

/** The flags and words that a line may have there. */
export const knownAt = (place: TreePosition): Known => ({
  flags: [...place.flags, ...everywhere],
  rest: place.line?.passthrough === true,
  below: (word) => {
    const next = place.below.find((each) => nodeNames(each).includes(word))
    return next && knownAt(placeBelow(place, next))
  },
})
