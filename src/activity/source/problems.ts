/** What an import could not read: all of it counted, and named as far as memory allows. */
import { limits } from '../limits.ts'

/** A file that gave nothing; `reason` follows its name. */
export type Problem = { name: string; reason: string }

export type Problems = { named: readonly Problem[]; files: number }

export function createProblems() {
  const named: Problem[] = []
  let files = 0
  return {
    add(problem: Problem): void {
      files += 1
      if (named.length < limits.problems) named.push(problem)
    },
    all: (): Problems => ({ named, files }),
  }
}
