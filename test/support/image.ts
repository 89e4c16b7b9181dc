/**
 * Images and containers below one folder, by podman, as root. A machine without a
 * registry of images builds on what it has itself.
 */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freshFolder, type Ran } from './movecli.ts'

/** A store of its own: nothing of it is seen by other containers of the machine. `end` removes it. */
export function imageStore() {
  const folder = freshFolder('movecli-images-')
  const below = (name: string) => join(folder, name)
  writeFileSync(
    below('containers.conf'),
    `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
lock_type = "file"
tmp_dir = "${below('tmp')}"
volume_path = "${below('volumes')}"
[network]
network_config_dir = "${below('networks')}"
`,
  )
  writeFileSync(
    below('storage.conf'),
    `[storage]
driver = "overlay"
graphroot = "${below('images')}"
runroot = "${below('run')}"
`,
  )
  writeFileSync(below('registries.conf'), 'unqualified-search-registries = ["docker.io"]\n')
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    CONTAINERS_CONF: below('containers.conf'),
    CONTAINERS_STORAGE_CONF: below('storage.conf'),
    CONTAINERS_REGISTRIES_CONF: below('registries.conf'),
  }
  const podman = async (...words: string[]): Promise<Ran> =>
    new Promise((resolve) =>
      execFile('podman', words, { env, cwd: folder }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      ),
    )
  return {
    folder,
    podman,
    /** Makes an image of the files below `root`. */
    async add(root: string, name: string, changes: readonly string[]) {
      const archive = spawn('tar', ['-C', root, '-c', '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
      const words = changes.flatMap((change) => ['--change', change])
      const child = spawn('podman', ['import', '--quiet', ...words, '-', name], {
        env,
        stdio: [archive.stdout, 'ignore', 'inherit'],
      })
      const [code] = (await once(child, 'close')) as [number]
      if (code !== 0) throw new Error(`podman import: exit ${code}`)
    },
    async end() {
      await podman('rm', '--all', '--force', '--time', '0')
      await podman('volume', 'rm', '--all', '--force')
      await podman('rmi', '--all', '--force')
      // podman leaves its groups behind; one that somebody uses is not removed.
      spawnSync('find', [
        '/sys/fs/cgroup',
        '-depth',
        '-path',
        '*/libpod_parent*',
        '-type',
        'd',
        '-exec',
        'rmdir',
        '{}',
        '+',
      ])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The files of a small Linux with Node: this machine's Node, npm and what they load, and busybox for the rest. The user node
 * is 1000, as in the images of Node.
 */
export function nodeFiles(root: string, { registry }: { registry: string }): void {
  const put = (from: string, to: string) =>
    cpSync(from, join(root, to), { recursive: true, dereference: true })
  const says = (program: string, ...words: string[]) => execFileSync(program, words, { encoding: 'utf8' })
  for (const each of [
    'usr/bin',
    'usr/local/bin',
    'usr/local/etc',
    'etc',
    'tmp',
    'root',
    'proc',
    'sys',
    'dev',
  ])
    mkdirSync(join(root, each), { recursive: true })
  symlinkSync('usr/bin', join(root, 'bin'))
  const busybox = says('sh', '-c', 'command -v busybox').trim()
  put(busybox, 'usr/bin/busybox')
  for (const name of says(busybox, '--list').trim().split('\n'))
    if (name !== 'busybox') symlinkSync('busybox', join(root, 'usr/bin', name))

  put(process.execPath, 'usr/local/bin/node')
  for (const [path] of says('ldd', process.execPath).matchAll(/\/\S+(?= \()/g)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    put(path, path)
  }
  put(join(says('npm', 'root', '--global').trim(), 'npm'), 'usr/local/lib/node_modules/npm')
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name))
  writeFileSync(join(root, 'usr/local/etc/npmrc'), `registry=${registry}\nupdate-notifier=false\n`)

  writeFileSync(
    join(root, 'etc/passwd'),
    'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
  )
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
  mkdirSync(join(root, 'home/node'), { recursive: true })
  chownSync(join(root, 'home/node'), 1000, 1000)
  execFileSync('chmod', ['1777', join(root, 'tmp')])
}
