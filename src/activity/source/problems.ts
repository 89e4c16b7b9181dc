/** What an import could not read: all of it counted, and named as far as memory allows. */
import { limits } from '../limits.ts'

/** A file that gave nothing, or a line of one; `reason` follows the name of the file. */
export type Problem = { name: string; reason: string }

export type Problems = { named: readonly Problem[]; files: number; lines: number }

export function createProblems() {
  const named: Problem[] = []
  let [files, lines] = [0, 0]
  const name = (problem: Problem): void => {
    if (named.length < limits.problems) named.push(problem)
  }
  return {
    file(problem: Problem): void {
      files += 1
      name(problem)
    },
    line(problem: Problem): void {
      lines += 1
      name(problem)
    },
    add(other: Problems): void {
      files += other.files
      lines += other.lines
      other.named.forEach(name)
    },
    all: (): Problems => ({ named, files, lines }),
  }
}
