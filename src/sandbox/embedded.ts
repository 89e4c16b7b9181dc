/** The sandbox without a server: every request takes its turn on the folder that all share. */
import { rm, stat } from 'node:fs/promises'
import type { Transport } from '../contract/wire.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { acquire, holder } from '../disk/lock.ts'
import { resetPath, sandboxApiKey } from './constants.ts'
import { diskStore, lockOf, logOf } from './store/disk-store.ts'
import { seedIn } from './seed.ts'
import { createSandbox, type SandboxOptions } from './sandbox.ts'

export type EmbeddedOptions = Omit<SandboxOptions, 'store'> & {
  folder: string
  /** Longest wait for a turn, in milliseconds. */
  wait?: number
}

/**
 * A sandbox on the data of `folder`. Besides TransportFailure it throws DiskError: `busy` when no turn came in time,
 * `damaged`, `unreadable`, and for a write `unwritable` or `newer`.
 */
export const embeddedSandbox = ({ folder, wait = 10_000, ...options }: EmbeddedOptions): Transport =>
  createSandbox({ ...options, store: diskStore(folder, { wait }) })

/** The base URL of the server that owns the folder's data, if one runs: speak to it instead. */
export async function runningServer(folder: string): Promise<string | undefined> {
  return (await serverOn(folder))?.base_url
}

export type SandboxStatus = { folder: string; bytes: number; base_url?: string; pid?: number }

/** Where the data are, how large their log is, and who serves them. */
export async function sandboxStatus(folder: string): Promise<SandboxStatus> {
  const { size: bytes } = await stat(logOf(folder)).catch(() => ({ size: 0 }))
  return { folder, bytes, ...(await serverOn(folder)) }
}

/** The server that is seen to live; of another container's nobody knows whether its address is ours. */
async function serverOn(folder: string): Promise<{ base_url: string; pid: number } | undefined> {
  const { note, pid = 0, life } = (await holder(lockOf(folder))) ?? {}
  return life === 'alive' && note?.startsWith('http') ? { base_url: note, pid } : undefined
}

type ResetOptions = { transport: Transport; signal: AbortSignal; wait?: number }

/**
 * Removes all data of the folder, or has the server that owns them do it (told over `transport`). Says by whom.
 * Throws DiskError `busy` or `unwritable`, TransportFailure, or an Error where the server refuses.
 */
export async function resetSandbox(
  folder: string,
  { transport, signal, wait = 10_000 }: ResetOptions,
): Promise<{ server?: string }> {
  const server = await runningServer(folder)
  if (server !== undefined) {
    const headers = { 'x-api-key': sandboxApiKey, 'content-type': 'application/json' }
    const url = new URL(resetPath, server).href
    const { status, body } = await transport({ method: 'POST', url, headers, signal })
    for await (const part of body) void part
    if (status !== 200) throw new Error(`The sandbox at ${server} did not forget its data (${status}).`)
    return { server }
  }
  const lock = await acquire(lockOf(folder), { wait, signal })
  try {
    for (const path of [logOf(folder), seedIn(folder)])
      await rm(path, { force: true }).catch((error: unknown) => {
        throw toDiskError('unwritable', path, error)
      })
  } finally {
    await lock.release()
  }
  return {}
}
