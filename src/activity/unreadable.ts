/** Why a file gives no rows. */

/**
 * `reason` follows the name of the file: "is cut off". `noMotion`: the file is sound but holds nothing to count;
 * `otherFormat`: it is of none that is read.
 */
export class Unreadable extends Error {
  readonly noMotion: boolean
  readonly otherFormat: boolean
  constructor(reason: string, { noMotion = false, otherFormat = false } = {}) {
    super(reason)
    this.name = 'Unreadable'
    this.noMotion = noMotion
    this.otherFormat = otherFormat
  }
}
