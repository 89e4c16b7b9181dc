/** An activity of which there may be several recordings. */
import type { Activity, Measure } from '../../sample.ts'

/**
 * One activity. `others`: files' copies that were not taken; `filled`: what only a copy knew, and whose it is; `partly`: copies
 * that knew it of another length of time, which is no value of this activity.
 */
export type Merged = Activity & {
  others: Activity[]
  filled: Partial<Record<Measure, Activity>>
  partly: Partial<Record<Measure, Activity[]>>
}

/** When the way began of which it is one of several parts. */
export const beganAt = ({ start, began = start }: Activity): number => began
