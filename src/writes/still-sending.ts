/** A write whose process may live is neither sent beside nor judged until that is known. */
import { commandWords } from '../contract/command-words.ts'
import { lifeOf } from '../disk/liveness.ts'
import { unlockHint, moveError, type MoveError } from '../errors.ts'
import type { Write } from '../journal/writes/fold.ts'

/** CLI_BUSY (exit 8), with the way to free it where nobody can tell whether its process lives, and else that it does. */
export function stillSending({ id, holder, operation, run }: Write): MoveError {
  const life = holder && lifeOf(holder)
  return moveError('CLI_BUSY', {
    message: `Another movecli (process ${holder?.pid}) may still be sending record ${id}. Nothing was sent.`,
    hint:
      life === 'alive'
        ? `Process ${holder?.pid} is still running. Wait for it, or stop it.`
        : life && unlockHint({ life }, run?.name ?? commandWords(operation)),
  })
}
