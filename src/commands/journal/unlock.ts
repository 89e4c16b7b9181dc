/** Frees what a process holds of which nobody can tell whether it lives. Its line is in ./index.ts. */
import { join } from 'node:path'
import { whoIs } from '../../disk/lock.ts'
import { moveError, usage } from '../../errors.ts'
import { unusable } from '../../journal/journal-errors.ts'
import { namesIn } from '../../disk/list-folder.ts'
import { freeAll, heldUnder, isKnownName, journalLocks, type HeldItem } from '../../journal/unlock.ts'
import { text } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { requireConsent } from '../../runtime/confirm.ts'
import { wouldDo } from '../../writes/dry-run.ts'
import type { Part } from '../../runtime/services.ts'

export const run: CommandHandler = async ({ args }, tools) => {
  const name = args[0] ?? ''
  if (name.trim() === '')
    throw usage('<name> is required.', "For example movecli journal unlock 'token claim'.")
  const { state } = tools.folders
  const { profile, network } = tools.globals
  const wanted = {
    name,
    ...(typeof profile === 'string' && { profile }),
    ...(typeof network === 'string' && { network }),
  }
  const locks = await locksOf(tools)
  if (!(await isKnownName(state, name, locks).catch(unusable))) throw unknownName(name, [...locks.keys()])
  const found = await heldUnder(state, wanted, locks)
  const held = found.filter(({ holder }) => holder.life !== 'alive')
  const living = found.find(({ holder }) => holder.life === 'alive')
  if (living && held.length === 0) throw stillAlive(living)
  const freed = Object.values(Object.fromEntries(held.map((each) => [heldLine(each), each]))).map(
    ({ what, holder: { pid } }) => ({ what, pid }),
  )
  const words = [...new Set(held.map(heldLine))]
  if (held.length === 0) return text(`Nothing is locked under the name ${name}.`, { name, freed })
  if (tools.dryRun) return wouldDo(`Would free ${words.join('; ')}.`, { name, freed })
  // Of one that is gone as seen from here no word is needed; from another container it may not be seen.
  if (held.some(({ holder }) => holder.life === 'unclear'))
    await requireConsent(
      tools,
      [
        'movecli cannot see whether the processes that hold these still run:',
        ...words.map((each) => `  ${each}`),
        'If one of them still runs, the same may be sent twice. Are all of them gone?',
      ].join('\n'),
    )
  await freeAll(state, held, tools.context.now())
  return text(freed.map(({ what }) => `Freed ${what}.`).join('\n'), { name, freed })
}

/** Locks that are held for a moment alone, and the sandbox's data, by the names that errors give them. */
async function locksOf({ folders: { state, config } }: Part<'folders'>): Promise<Map<string, string[]>> {
  const limits = join(state, 'limits')
  return new Map([
    ['journal', await journalLocks(state)],
    ['limits', (await namesIn(limits)).map((name) => join(limits, name, 'lock'))],
    ['credentials', [join(state, 'credentials.lock')]],
    ['settings', [join(config, 'config.lock')]],
    ['sandbox', [join(state, 'sandbox', 'lock')]],
  ])
}

/** A name that nothing of ours can have may be a secret, and is not repeated. */
const unknownName = (name: string, locks: readonly string[]) =>
  usage(
    /^[\w. -]{1,64}$/.test(name) && !name.startsWith('-')
      ? `No operation, run or lock is named ${name}.`
      : 'No operation, run or lock has this name.',
    `Give an operation such as 'token claim', the name of a run, or one of ${locks.join(', ')}.`,
  )

const heldLine = ({ what, holder }: HeldItem): string => `${what}, held by ${whoIs(holder)}`

const stillAlive = ({ what, holder }: HeldItem) =>
  moveError('CLI_BUSY', {
    message: `Process ${holder.pid} is still running: ${what}. Nothing was freed.`,
    hint: 'Wait for it, or stop it.',
  })
