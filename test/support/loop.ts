/**
 * An ext4 of its own on a loop device, which can be lost as a pulled plug loses it: needs
 * root, mkfs.ext4, mount and python3.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freshFolder } from './movecli.ts'

/** EXT4_IOC_SHUTDOWN without a flush of its log: what is in memory alone is gone. */
const shut = `
import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack("I", 2))`

const call = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: 'pipe' })

/** Runs `work` with the folder of such a disk. `lose` ends it at once, `back` mounts it anew. */
export async function onLoopDisk(
  work: (disk: { folder: string; lose: () => void; back: () => Promise<void> }) => Promise<void>,
): Promise<void> {
  const place = freshFolder('movecli-loop-')
  const [image, folder] = [join(place, 'image'), join(place, 'm')]
  mkdirSync(folder)
  call('truncate', '-s', '48M', image)
  call('mkfs.ext4', '-q', image)
  const mount = () => call('mount', '-o', 'loop', image, folder)
  mount()
  try {
    await work({
      folder,
      lose: () => void call('python3', '-c', shut, folder),
      back: async () => {
        const device = call('findmnt', '-n', '-o', 'SOURCE', folder).toString().trim()
        call('umount', folder)
        // A mount namespace that another process made meanwhile keeps the file system until it ends.
        while (existsSync(join('/sys/fs/ext4', basename(device)))) await pause(20)
        mount()
      },
    })
  } finally {
    call('umount', folder)
  }
}
