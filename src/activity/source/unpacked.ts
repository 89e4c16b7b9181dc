/** A few bytes that unpack to very many: how much an import has unpacked, over all its zips, and where it stops. */
import { limits } from '../limits.ts'
import { Unreadable } from '../unreadable.ts'

export type Unpacked = {
  /** Counts bytes of a file that has `size` of them by now, from so many that were packed. Throws Unreadable. */
  add(bytes: number, size: number, packed: number): void
}

export function createUnpacked(): Unpacked {
  let all = 0
  return {
    add(bytes, size, packed) {
      all += bytes
      if (all > limits.unpacked || isBomb(size, packed)) throw bomb()
    },
  }
}

export const isBomb = (unpacked: number, packed: number): boolean =>
  unpacked > limits.ratioFrom && unpacked > packed * limits.ratio

export const bomb = (): Unreadable => new Unreadable('unpacks to far more than a real export does')
