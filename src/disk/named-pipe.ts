/** Pipes by their names in a folder: opening one waits for its other end, and nothing can stop that. */
import type { Stats } from 'node:fs'

const inherited = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/(?:self|\d+)\/fd\/\d+)$/

/** Is it a file that the shell hands over by its number? It ends with the command. */
export const isInherited = (path: string): boolean => inherited.test(path)

/** Is it one? A pipe that the shell hands over by its number, as `<(…)` does, has its other end already. */
export const isNamedPipe = (path: string, kind: Stats): boolean => kind.isFIFO() && !isInherited(path)
