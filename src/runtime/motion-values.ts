/** Steps, distance and duration as people type them; what is none of these is wrong usage. */
import type { Digits } from '../contract/lossless-json.ts'
import * as units from '../contract/motion-units.ts'
import { usage } from '../errors.ts'

const typed =
  (parse: (text: string) => Digits) =>
  (text: string): Digits => {
    try {
      return parse(text)
    } catch (error) {
      throw error instanceof units.NotAMeasure ? usage(error.message, error.hint) : error
    }
  }

/** A whole number. Throws CLI_USAGE, as the others do. */
export const steps = typed(units.steps)

/** Kilometers from `5.2`, `5.2km` or `800m`. */
export const distance = typed(units.distance)

/** Seconds from `1800`, `90s`, `31m`, `1h02m`. */
export const duration = typed(units.duration)
