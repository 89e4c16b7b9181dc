/** Work that is done once: what V8's optimizer would make of its code comes too late, and takes longer than the work. */
import { setFlagsFromString } from 'node:v8'

/** Does the work while V8 optimizes nothing more, whichever way it ends. */
export function withoutOptimizer<T>(work: () => T): T {
  setFlagsFromString('--no-opt')
  try {
    return work()
  } finally {
    setFlagsFromString('--opt')
  }
}
