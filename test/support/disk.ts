/** The disk's seam: one function of node:fs in other hands until the answer is called. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

type Name = 'linkSync' | 'rmSync' | 'readdirSync' | 'ftruncateSync' | 'closeSync'
type Real = (...args: unknown[]) => unknown

/** Every call goes to `instead`, which is given the real function first. */
export function onDisk(name: Name, instead: (real: Real, ...args: unknown[]) => unknown): () => void {
  const real = fs[name] as Real
  const put = (work: Real) => {
    Object.assign(fs, { [name]: work })
    syncBuiltinESMExports()
  }
  put((...args) => instead(real, ...args))
  return () => put(real)
}
