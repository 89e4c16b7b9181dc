/** Who holds something, and what is known of that process. */

/**
 * A process by its number and its start (clock ticks since the boot), and where these count: `space` is the pid namespace,
 * `clock` the time namespace, which shifts the start of every process as seen from inside, `machine` a digest of the machine's
 * id or name. What the system does not tell is missing.
 */
export type ProcessIdentity = {
  pid: number
  start?: string
  boot?: string
  space?: string
  clock?: string
  machine?: string
}

/** `unclear`: it runs, or ran, where we cannot look: in another container, on another machine, before a restart. */
export type Life = 'alive' | 'gone' | 'unclear'
