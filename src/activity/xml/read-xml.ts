/** XML files by their root: GPX, TCX, Apple Health. */
import type { ReadTask } from '../reader.ts'
import type { Collector } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'
import type { Zone } from '../zone.ts'
import { apple } from './apple.ts'
import { gpx } from './gpx.ts'
import { parseXml, type XmlAttributes, type Reader } from './parse-xml.ts'
import { tcx } from './tcx.ts'

const roots = new Map<string, (into: Collector, attributes: XmlAttributes, zone: Zone) => Reader>([
  ['gpx', gpx],
  ['TrainingCenterDatabase', tcx],
  ['HealthData', apple],
])

/** Throws Unreadable for XML that is something else, is damaged, or holds no motion. */
export async function readXml({ bytes, into, zone }: ReadTask): Promise<void> {
  let reader: Reader | undefined
  await parseXml(bytes, (root, attributes) => {
    const begin = roots.get(root)
    if (!begin) throw new Unreadable('is XML, but not GPX, TCX or Apple Health', { otherFormat: true })
    return (reader = begin(into, attributes, zone))
  })
  const nothing = reader?.end()
  if (nothing) throw nothing
}
