/** A tiny disk of its own: a tmpfs, which needs root. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from './movecli.ts'

/** Runs `work` with the folder of a disk of so many KB. Fails where none can be mounted. */
export async function onTinyDisk(kilobytes: number, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = join(freshFolder(), 'm')
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'inherit' })
  try {
    await work(folder)
  } finally {
    execFileSync('umount', [folder])
  }
}
