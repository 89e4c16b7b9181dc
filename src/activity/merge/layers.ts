/** Sources in the order they are trusted, each with its stretches of time. */
import type { Entry } from '../collect/series.ts'
import type { Preference, Source } from '../sample.ts'
import type { SamplePart } from './own-overlaps.ts'

/**
 * `gap`: a source that counts all day counts nothing where one stands still; it is there
 * while its pauses are no longer. Seconds.
 */
export type Layer = {
  source: Source
  order: number
  gap: number
  entries: () => Iterable<SamplePart>
  /** Hours of it may be of another way of moving than what was counted of them already. */
  apart?: true
  /** Of rises that do not say when in hours something moved; others come first. It moves no more than this in a second. */
  late?: number
  /** Of the first rise of a day, the usual seconds between two readings of a watch that is read often. */
  every?: (rise: Entry) => number | undefined
  /** When its watch began to record first between two times: it was worn from then on. */
  recorded?: (from: number, until: number) => number | undefined
  /** By the end of a rise, when another measure showed that its watch was put on. */
  putOn?: Map<number, number>
  /** Of a source with two layers of rises: those of the other one. What others counted may be the same as these. */
  otherRises?: () => IteratorObject<SamplePart>
}

/**
 * A watch that counts all day is trusted before what a person started and stopped, and
 * that before a phone. Its counter of active time comes after activities: hours may lie between two readings,
 * and it does not say when in them one moved. So do rises in hours, in which a watch may have been put on, after all
 * others. Estimates come last.
 */
export const tiers = {
  watch: 0,
  activity: 1,
  activeTime: 2,
  phone: 3,
  other: 4,
  late: 5,
  estimate: 6,
} as const
export const ofPreference = Object.keys(tiers).length

/** The place of a source that counts all day: as the user prefers, then as it is trusted. */
export const orderOf = (source: Source, preference: Preference): number =>
  preference(source) * ofPreference + tiers[source.kind]
