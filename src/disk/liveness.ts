/**
 * Is a process known to be gone? Only one that runs where we run can be looked at: same
 * machine, boot, pid namespace and time namespace.
 */
import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { geteuid, kill, pid } from 'node:process'
import { errnoOf } from './disk-error.ts'
import type { Life, ProcessIdentity } from './process-identity.ts'

/** Where a process's number and start count. */
const places = ['boot', 'space', 'clock', 'machine'] as const

let knownIdentity: ProcessIdentity | undefined

/** This process, looked at once: nothing of it changes while it runs. */
export function thisProcess(): ProcessIdentity {
  return (knownIdentity ??= identityOfThis())
}

function identityOfThis(): ProcessIdentity {
  const known = {
    start: statOf('self')?.start,
    boot: bootId(),
    space: namespace('pid'),
    clock: namespace('time'),
    machine: machineId(),
  }
  return { pid, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) }
}

/** Whether the process lives, as far as `here`, which is this process, can tell. */
export function lifeOf(holder: ProcessIdentity, here: ProcessIdentity = thisProcess()): Life {
  if (places.some((place) => holder[place] !== here[place])) return 'unclear'
  // Under `unshare --pid` alone, /proc counts the processes of another namespace.
  const foreign = here.start !== undefined && statOf('self')?.id !== String(pid)
  if (foreign) return answers(holder.pid) ? 'unclear' : 'gone'
  const stat = statOf(holder.pid)
  if (!stat) return answers(holder.pid) ? 'alive' : 'gone'
  if (stat.state === 'Z' || stat.state === 'X') return 'gone'
  return holder.start === undefined || holder.start === stat.start ? 'alive' : 'gone'
}

/** True where the process certainly does nothing any more. */
export const isGone = (holder: ProcessIdentity): boolean => lifeOf(holder) === 'gone'

/** The user whose files are ours; nothing on Windows. */
export const ownUser = (): number | undefined => geteuid?.()

/** Fields 1, 3 and 22 of /proc/<pid>/stat; the name in field 2 may hold spaces and brackets. */
function statOf(id: number | 'self'): { id: string; state: string; start: string } | undefined {
  const text = readIf(`/proc/${id}/stat`)
  const fields = text?.replace(/^.*\)\s/s, '').split(' ')
  const [number, state, start] = [text?.split(' ', 1)[0], fields?.[0], fields?.[19]]
  return number === undefined || state === undefined || start === undefined
    ? undefined
    : { id: number, state, start }
}

/** What tells this run of the machine from every other; undefined if there is no /proc. */
export const bootId = (): string | undefined => readIf('/proc/sys/kernel/random/boot_id')?.trim()

function namespace(kind: 'pid' | 'time'): string | undefined {
  try {
    return readlinkSync(`/proc/self/ns/${kind}`)
  } catch {
    return undefined
  }
}

/** systemd asks that its id leave the machine only as a digest; a container often has none, and a name of its own. */
const machineId = (): string =>
  createHash('sha256')
    .update(`movecli ${readIf('/etc/machine-id')?.trim() || hostname()}`)
    .digest('hex')
    .slice(0, 16)

function readIf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function answers(id: number): boolean {
  try {
    return kill(id, 0)
  } catch (error) {
    return errnoOf(error) === 'EPERM'
  }
}
