/** Does a process still live? By its number, its start and the boot, never by age: a stopped one lives. */
import { readFileSync } from 'node:fs'
import { kill, pid } from 'node:process'
import { codeOf } from './fault.ts'

/** `start` in clock ticks since `boot`; both are missing where there is no /proc. */
export type Owner = { pid: number; start?: string; boot?: string }

export function thisProcess(): Owner {
  const [start, boot] = [statOf(pid)?.start, bootId()]
  return { pid, ...(start !== undefined && { start }), ...(boot !== undefined && { boot }) }
}

/** True while the process lives, and not for another that took its number. */
export function isAlive(owner: Owner): boolean {
  const boot = bootId()
  if (owner.boot !== undefined && boot !== undefined && owner.boot !== boot) return false
  const stat = statOf(owner.pid)
  if (!stat) return answers(owner.pid)
  if (stat.state === 'Z' || stat.state === 'X') return false
  return owner.start === undefined || owner.start === stat.start
}

/** Fields 3 and 22 of /proc/<pid>/stat; the name in field 2 may hold spaces and brackets. */
function statOf(id: number): { state: string; start: string } | undefined {
  const fields = readIf(`/proc/${id}/stat`)
    ?.replace(/^.*\)\s/s, '')
    .split(' ')
  const [state, start] = [fields?.[0], fields?.[19]]
  return state === undefined || start === undefined ? undefined : { state, start }
}

/** What tells this run of the machine from every other; nothing where there is no /proc. */
export const bootId = (): string | undefined => readIf('/proc/sys/kernel/random/boot_id')?.trim()

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
    return codeOf(error) === 'EPERM'
  }
}
