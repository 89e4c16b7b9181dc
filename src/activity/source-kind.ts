/** What a source is, by its name. */
import type { Kind, Source } from './sample.ts'

/** Watches of other makers put their counts into exports through an app of their own. */
const watches =
  /watch|^connect$|garmin|fitbit|polar|suunto|coros|amazfit|zepp|withings|whoop|oura|\b(?:charge|versa|inspire|sense|band) \d/i
const phones = /iphone|\b(smart)?phone\b/i

export const kindNamed = (name: string): Kind =>
  watches.test(name) ? 'watch' : phones.test(name) ? 'phone' : 'other'

/** Google Fit's file of a day: its quarters of an hour hold all ways of moving. */
export const googleFit: Source = { name: 'Google Fit', kind: 'phone' }

/** Does it count every way of moving as one? */
export const holdsAllGrounds = ({ name }: Source): boolean => name === googleFit.name
