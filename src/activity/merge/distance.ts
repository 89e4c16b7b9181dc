/** Distance by each way of moving: who rides or swims does not walk in the same minutes. */
import { grounds, type Ground } from '../sample.ts'
import { holdsAllGrounds } from '../source-kind.ts'
import type { Counted } from './counted.ts'
import { union, type Stretch } from './coverage.ts'
import type { Layer } from './layers.ts'
import { createRidden } from './ridden.ts'
import { byOrder, movingTimes, take, type Taker } from './take.ts'

/**
 * What was ridden or swum comes first, and what was walked gets the time that is left: a watch that counts all day is there
 * during a ride too, with hardly a step. Rides and swims go by their order. `blocked`: time that does not count, and what
 * was counted in it.
 */
export function takeDistance(
  layersOn: (ground: Ground) => readonly Layer[],
  blocked: (ground: Ground) => Stretch[],
  blockedValues: (ground: Ground) => Counted,
  taker: Taker,
): void {
  const taken = { foot: blocked('foot'), ride: blocked('ride'), swim: blocked('swim') }
  const layers = grounds.flatMap((ground) => layersOn(ground).map((layer) => ({ ...layer, ground })))
  const ordered = layers.toSorted((a, b) => Number(isOnFoot(a)) - Number(isOnFoot(b)) || byOrder(a, b))
  const counted = { foot: blockedValues('foot'), ride: blockedValues('ride'), swim: blockedValues('swim') }
  const ridden = createRidden()
  for (const layer of ordered) {
    const { ground, source } = layer
    const others = holdsAllGrounds(source) ? [counted.ride, counted.swim] : []
    taken[ground] = take([layer], taken[ground], taker, {
      own: counted[ground],
      others,
      ...(isOnFoot(layer)
        ? { takeRidden: ridden.taker() }
        : { onRise: (rise) => ridden.add(rise, ground === 'swim') }),
    })
    if (isOnFoot(layer)) continue
    const moving = movingTimes(layer)
    for (const other of grounds) if (other !== ground) taken[other] = union(taken[other], moving)
  }
}

const isOnFoot = ({ ground }: { ground: Ground }): boolean => ground === 'foot'
