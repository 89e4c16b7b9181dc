/** The stops that a process is asked for: Ctrl-C, a polite kill, a terminal that was closed. */
import { kindOf } from './sink.ts'

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type Stops = {
  /** Aborted by the first stop, with its name as reason. */
  signal: AbortSignal
  /** Aborted by a second one: nothing more is waited for. */
  atOnce: AbortSignal
  /** To be called where the terminal is found closed: its signal may come later, or not at all. */
  hungUp: () => void
  /** Runs work that never looks at a signal: meanwhile a stop ends the process at once. */
  blocking: <T>(work: () => T) => T
}

/** A wrapper such as npx passes on a Ctrl-C that the process has from its terminal too: within this time it is one stop. */
const oneStopMs = 500

/** Listens to a process. A terminal that is closed says so more than once, so that never counts as a second stop. */
export function stopsOf(proc: NodeJS.Process): Stops {
  const [stopping, insisting] = [new AbortController(), new AbortController()]
  let first = 0
  const asked = (name: (typeof stopSignals)[number]): void => {
    if (!stopping.signal.aborted) {
      first = performance.now()
      stopping.abort(name)
    } else if (name !== 'SIGHUP' && performance.now() - first > oneStopMs) insisting.abort(name)
  }
  const listen = () => stopSignals.forEach((name) => proc.on(name, asked))
  listen()
  return {
    signal: stopping.signal,
    atOnce: insisting.signal,
    hungUp: () => asked('SIGHUP'),
    blocking: (work) => {
      stopSignals.forEach((name) => proc.off(name, asked))
      try {
        return work()
      } finally {
        listen()
      }
    },
  }
}

/** Milliseconds that are left to a process after its second stop, after its command ended by a stop, and by itself. */
const [afterSecondMs, afterStopMs, afterEndMs] = [1000, 200, 500]

/**
 * Sees to it that a process ends once its command has, whatever holds it: a socket, a timer. What a stop leaves
 * may not let go at an exit either, as a pipe that nobody opens at its other end, or a key that is being derived: the process
 * then dies by the signal. Returns what to call with the exit code.
 */
export function ensureExit(
  proc: NodeJS.Process,
  { atOnce, idle }: Pick<Stops, 'atOnce'> & { idle: () => boolean },
): (code: number) => void {
  const die = (name: NodeJS.Signals) => {
    proc.removeAllListeners(name)
    proc.kill(proc.pid, name)
  }
  const dieAfter = (ms: number, name: NodeJS.Signals) => setTimeout(die, ms, name).unref()
  atOnce.addEventListener('abort', () => dieAfter(afterSecondMs, atOnce.reason as NodeJS.Signals))
  proc.on('exit', () => closeDeadTerminals(proc))
  return (code) => {
    if (code === 130) dieAfter(afterStopMs, 'SIGINT')
    else if (code === 143) dieAfter(afterStopMs, 'SIGTERM')
    // What was written has left: nothing is waited for, neither sockets that close nor timers.
    else if (idle()) proc.exit()
    else setTimeout(() => proc.exit(), afterEndMs).unref()
  }
}

/** When Node ends it resets its terminals, and aborts with a core where one is gone; what is closed it leaves alone. */
function closeDeadTerminals(proc: NodeJS.Process): void {
  const { closeSync } = proc.getBuiltinModule('node:fs')
  for (const fd of [0, 1, 2]) {
    try {
      if (kindOf(fd, proc) === 'device') closeSync(fd)
    } catch {
      // It was closed before.
    }
  }
}
