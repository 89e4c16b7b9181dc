/** A Slurm cluster of this machine alone, with its own key, ports and folders. `end` stops it. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { freshFolder } from './movecli.ts'

/** Starts munged, slurmctld and slurmd, as root; returns once the node takes jobs. `cpus` tasks run at once. */
export async function startSlurm({ cpus }: { cpus: number }) {
  const folder = freshFolder('movecli-slurm-')
  const at = (name: string) => join(folder, name)
  for (const name of ['munge', 'state', 'spool']) mkdirSync(at(name), { mode: 0o700 })
  writeFileSync(at('munge/key'), randomBytes(128), { mode: 0o600 })
  const [node] = hostname().split('.')
  const [control, daemon] = await freePorts(2)
  const settings = {
    ClusterName: 'movecli',
    SlurmctldHost: `${node}(127.0.0.1)`,
    SlurmctldPort: control,
    SlurmdPort: daemon,
    SlurmUser: 'root',
    SlurmdUser: 'root',
    AuthType: 'auth/munge',
    // A requeued job waits until its old credential has expired.
    AuthInfo: `socket=${at('munge/socket')},cred_expire=5`,
    ProctrackType: 'proctrack/linuxproc',
    TaskPlugin: 'task/none',
    SelectType: 'select/cons_tres',
    SelectTypeParameters: 'CR_CPU',
    SlurmdParameters: 'config_overrides',
    SchedulerParameters: 'sched_interval=1',
    MailProg: '/bin/true',
    StateSaveLocation: at('state'),
    SlurmdSpoolDir: at('spool'),
    SlurmctldPidFile: at('slurmctld.pid'),
    SlurmdPidFile: at('slurmd.pid'),
    SlurmctldLogFile: at('slurmctld.log'),
    SlurmdLogFile: at('slurmd.log'),
    NodeName: `${node} NodeAddr=127.0.0.1 CPUs=${cpus} State=UNKNOWN`,
    PartitionName: 'all Nodes=ALL Default=YES MaxTime=INFINITE State=UP',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(at('slurm.conf'), lines.join(''))

  const started: ChildProcess[] = []
  const start = (program: string, ...words: string[]) =>
    started.unshift(spawn(program, words, { stdio: 'ignore', cwd: folder }).on('error', () => {}))
  const munge = ['socket', 'pid-file', 'seed-file', 'log-file', 'key-file']
  const paths = munge.map((name) => `--${name}=${at(`munge/${name.replace('-file', '')}`)}`)
  start('munged', '--foreground', '--force', ...paths)
  start('slurmctld', '-D', '-f', at('slurm.conf'))
  start('slurmd', '-D', '-f', at('slurm.conf'))

  /** Runs a command of Slurm and returns what it says. Throws where it fails. */
  const slurm = (program: string, words: readonly string[], how: { cwd?: string; env?: object } = {}) =>
    execFileSync(program, words, {
      cwd: how.cwd ?? folder,
      env: { PATH: process.env['PATH'], SLURM_CONF: at('slurm.conf'), ...how.env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  const idle = () => {
    try {
      return slurm('sinfo', ['--noheader', '--format', '%T'])
    } catch (error) {
      return String(error)
    }
  }
  const end = async () => {
    for (const child of started) {
      if (child.exitCode !== null || child.pid === undefined) continue
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
  try {
    await vi.waitFor(() => expect(idle()).toBe('idle'), { timeout: 30_000, interval: 200 })
  } catch (error) {
    await end()
    throw error
  }
  return {
    slurm,
    /** The state of each task of an array that has not ended, by its number. */
    tasks: (job: string) =>
      Object.fromEntries(
        slurm('squeue', ['--noheader', '--array', '--format', '%K %T', '--jobs', job])
          .split('\n')
          .filter(Boolean)
          .map((line) => line.trim().split(/\s+/) as [string, string]),
      ),
    /** Processes of one task. */
    processes: (task: string) =>
      slurm('scontrol', ['listpids', slurm('squeue', ['--noheader', '--format', '%A', '--jobs', task])])
        .split('\n')
        .map((line) => Number.parseInt(line, 10))
        .filter((pid) => pid > 0),
    end,
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await once(server.listen(0, '127.0.0.1'), 'listening')
      return server
    }),
  )
  return servers.map((server) => {
    const { port } = server.address() as AddressInfo
    server.close()
    return port
  })
}
