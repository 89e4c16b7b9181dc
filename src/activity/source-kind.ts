/** What a source is, by its name. */
import type { Kind } from './sample.ts'

/** Watches of other makers put their counts into exports through an app of their own. */
const watches = /watch|^connect$|garmin|fitbit|polar|suunto|coros|amazfit|zepp|withings|whoop|oura/i
const phones = /iphone|\b(smart)?phone\b/i

export const kindNamed = (name: string): Kind =>
  watches.test(name) ? 'watch' : phones.test(name) ? 'phone' : 'other'
