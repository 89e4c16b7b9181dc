/** Pipes by their names in a folder: opening one waits for its other end, and nothing can stop that. */
import type { Stats } from 'node:fs'

const inherited = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/(?:self|\d+)\/fd\/\d+)$/

/** Is it one? A pipe that the shell hands over by its number, as `<(…)` does, has its other end already. */
export const isNamedPipe = (path: string, kind: Stats): boolean => kind.isFIFO() && !inherited.test(path)
