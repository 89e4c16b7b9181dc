/** Activities by the hours in which they go on. */
import { minuteMs } from '../../../contract/activity-id.ts'
import { activeParts } from '../../pauses.ts'
import type { Activity } from '../../sample.ts'

const hour = 60 * minuteMs

/** What goes on in the same hours, found again by them. */
export function createHours<T>() {
  const byHour = new Map<number, T[]>()
  return {
    near: (hours: readonly number[]): T[] => [...new Set(hours.flatMap((at) => byHour.get(at) ?? []))],
    add(one: T, hours: readonly number[]): void {
      for (const at of hours) {
        const others = byHour.get(at)
        if (others) others.push(one)
        else byHour.set(at, [one])
      }
    },
  }
}

/** The hours that an activity touches, a minute more at its start; of one that lasts for days, the first ones. */
export function hoursOf(activity: Activity): number[] {
  const hours = activeParts(activity).flatMap(({ start, end }) => {
    const first = Math.floor((start - minuteMs) / hour)
    const count = Math.min(48, Math.floor(Math.max(end, start + minuteMs) / hour) - first + 1)
    return Array.from({ length: count }, (_, at) => first + at)
  })
  return [...new Set(hours)].slice(0, 48)
}
