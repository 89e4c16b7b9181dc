/** Why a file gives no rows. */

/** `reason` follows the name of the file: "is cut off". `noMotion`: the file is sound but holds nothing to count. */
export class Unreadable extends Error {
  readonly noMotion: boolean
  constructor(reason: string, { noMotion = false } = {}) {
    super(reason)
    this.name = 'Unreadable'
    this.noMotion = noMotion
  }
}
