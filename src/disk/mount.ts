/** Which mount of a file system a folder lies on: what was written and not flushed is lost with it, also without a restart. */
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Text that is another one once the file system was mounted anew. Nothing where that cannot be told, as on a network share or
 * outside Linux. The kernel gives ids of mounts to the next one, so a file system is known by its folder below /sys/fs, which
 * is made when it is mounted.
 */
export function mountOf(folder: string): string | undefined {
  try {
    const mount = mountAbove(realpathSync(folder))
    if (!mount) return undefined
    const { id, device, type } = mount
    // What is in memory is lost as a whole; a container's own layers are mounted for that container.
    if (type === 'tmpfs' || type === 'ramfs') return `${type} ${device}`
    if (type === 'overlay') return `${type} ${device} ${id}`
    const place = sysFolder(type, device, mount.source)
    return place && `${type} ${device} ${statSync(place).ino}`
  } catch {
    return undefined
  }
}

type Mount = { id: string; device: string; point: string; type: string; source: string }

/** The mount that a path is on: the last one of the longest mount point. */
function mountAbove(path: string): Mount | undefined {
  let found: Mount | undefined
  for (const line of readFileSync('/proc/self/mountinfo', 'utf8').split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const [id, , device, , escaped] = before.split(' ')
    const [type, source] = after.split(' ')
    if (!id || !device || escaped === undefined || !type || !source) continue
    const point = escaped.replace(/\\([0-7]{3})/g, (_, code: string) =>
      String.fromCharCode(parseInt(code, 8)),
    )
    const above = path === point || path.startsWith(point === '/' ? '/' : `${point}/`)
    if (above && point.length >= (found?.point.length ?? 0)) found = { id, device, point, type, source }
  }
  return found
}

function sysFolder(type: string, device: string, source: string): string | undefined {
  if (type === 'btrfs') {
    const name = basename(realpathSync(source))
    const ids = readdirSync('/sys/fs/btrfs').filter((id) => id.includes('-'))
    return ids
      .map((id) => join('/sys/fs/btrfs', id))
      .find((id) => readdirSync(join(id, 'devices')).includes(name))
  }
  const driver = { ext2: 'ext4', ext3: 'ext4', ext4: 'ext4', xfs: 'xfs', f2fs: 'f2fs' }[type]
  return driver && join('/sys/fs', driver, basename(readlinkSync(`/sys/dev/block/${device}`)))
}
