/** Says on stderr that a claim, a mint or an upgrade of this address is unresolved. */
import { commandWords } from '../contract/command-words.ts'
import { MoveError } from '../errors.ts'
import { mayHaveJournal } from '../journal/present.ts'
import type { Owner } from '../journal/owner.ts'
import type { Part } from '../runtime/services.ts'

/**
 * A note for each unresolved write, with the way to settle it; a journal that cannot be read is a
 * note too. Most have none: that is seen first.
 */
export async function noteUnresolved(
  tools: Part<'folders' | 'note'>,
  ownerOf: () => Promise<Owner | undefined>,
): Promise<void> {
  const { state } = tools.folders
  if (!mayHaveJournal(state)) return
  try {
    const owner = await ownerOf()
    if (!owner) return
    const { unresolvedClaims } = await import('../journal/writes/conflicts.ts')
    const { writes } = await unresolvedClaims(state, owner)
    for (const { id, operation, at } of writes)
      await tools.note(
        `note: The outcome of the ${commandWords(operation)} of ${at} is unknown. See movecli journal show ${id}.`,
      )
  } catch (error) {
    if (!(error instanceof MoveError)) throw error
    await tools.note(`note: Cannot tell whether the outcome of a claim is unknown. ${error.message}`)
  }
}
