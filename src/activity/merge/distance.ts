/** Distance by each way of moving: who rides or swims does not walk in the same minutes. */
import type { Entry } from '../collect/series.ts'
import { grounds, type Ground } from '../sample.ts'
import { holdsAllGrounds } from '../source-kind.ts'
import type { Counted } from './counted.ts'
import type { DayOf } from '../zone.ts'
import { union, type Stretch } from './coverage.ts'
import type { Layer } from './layers.ts'
import { createRidden } from './watches/ridden.ts'
import { byOrder, movingTimes, take, type Taker } from './take.ts'

/**
 * What was ridden or swum comes first, and what was walked gets the time that is left: a watch that counts all day is there
 * during a ride too, with hardly a step. Rides and swims go by their order. `blocked`: time that does not count, and what
 * was counted in it. What is ridden all day takes its time and its meters whether it is wanted or not.
 * `hasUnnamed`: some of what was counted names no way of moving.
 */
export function takeDistance(
  layersOn: (ground: Ground, isLate: (rise: Entry) => boolean) => readonly Layer[],
  blocked: (ground: Ground) => Stretch[],
  blockedValues: (ground: Ground) => Counted,
  takerOn: (ground: Ground) => Taker,
  { dayOf, hasUnnamed }: { dayOf: DayOf; hasUnnamed: boolean },
): void {
  const taken = { foot: blocked('foot'), ride: blocked('ride'), swim: blocked('swim') }
  const counted = { foot: blockedValues('foot'), ride: blockedValues('ride'), swim: blockedValues('swim') }
  const ridden = createRidden()
  // A sample that names no way of moving may be of the ride, and is no finer than a rise of hours then.
  const isLate = (rise: Entry) => !hasUnnamed || !ridden.isUnclear(rise)
  const layers = grounds.flatMap((ground) => layersOn(ground, isLate).map((layer) => ({ ...layer, ground })))
  const othersOf = ({ source }: Layer) => (holdsAllGrounds(source) ? [counted.ride, counted.swim] : [])
  for (const layer of layers.filter((each) => !isOnFoot(each)).toSorted(byOrder)) {
    const { ground } = layer
    taken[ground] = take([layer], taken[ground], takerOn(ground), () => ({
      own: counted[ground],
      others: othersOf(layer),
      onRise: (rise) => ridden.add(rise, ground === 'swim'),
    }))
    const moving = movingTimes(layer)
    for (const other of grounds) if (other !== ground) taken[other] = union(taken[other], moving)
  }
  take(layers.filter(isOnFoot), taken.foot, takerOn('foot'), (layer) => ({
    own: counted.foot,
    others: othersOf(layer),
    besideTracks: [counted.ride, counted.swim],
    takeRidden: ridden.taker(),
    dayOf,
  }))
}

const isOnFoot = ({ ground }: { ground: Ground }): boolean => ground === 'foot'
