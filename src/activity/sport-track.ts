/** A track with its sport, which tells the points that are jumps of the receiver; where no file names it, the speed does. */
import { drivenIn, isRiddenDown } from './drive.ts'
import type { Omission, Sport } from './sample.ts'
import { createTrack, isAsFastAsRide, type Track } from './track.ts'

export type SportTrack = Pick<Track, 'point' | 'pause'> & {
  /** The sport is the one that is named by then, else the speed decides. `omitted`: points that do not fit it. */
  end(named: Sport | undefined): Measured & { sport: Sport; asRide?: Track }
}

type Measured = { track: Track; omitted: ReadonlyMap<Omission, number> }

/**
 * What may be on foot is measured so and as a ride. On foot decides: the limit of a ride holds for what is one without it,
 * since on a walk the points beyond a runner's speed are jumps, unless they show a drive.
 */
export function createSportTrack(name?: Sport): SportTrack {
  const ride = measuredAs('ride')
  const onFoot = name && isAsFastAsRide(name) ? ride : measuredAs('walk')
  const tracks = new Set([onFoot.track, ride.track])
  return {
    point(lat, lon, at, counted) {
      for (const track of tracks) track.point(lat, lon, at, counted)
    },
    pause() {
      for (const track of tracks) track.pause()
    },
    end(named) {
      for (const track of tracks) track.finish()
      const { advance, distance } = ride.track
      const guess = bySpeed(onFoot.track)
      const sport = named ?? (guess === 'run' && advance && isRiddenDown(advance) ? 'ride' : guess)
      const isFast =
        isAsFastAsRide(sport) || drivenIn({ advance, distance, sport, guessed: named === undefined })
      if (isFast) return { sport, ...ride }
      return { sport, ...onFoot, ...(distance > onFoot.track.distance && { asRide: ride.track }) }
    },
  }
}

function measuredAs(sport: Sport): { track: Track; omitted: Map<Omission, number> } {
  const omitted = new Map<Omission, number>()
  const omit = (why: Omission, count = 1): void => void omitted.set(why, (omitted.get(why) ?? 0) + count)
  return { track: createTrack(sport, { omit }), omitted }
}

/** Nobody walks faster than 2.2 meters in a second for long, or runs faster than 6. */
function bySpeed({ distance, duration }: Track): Sport {
  const speed = distance / Math.max(1, duration)
  return speed < 2.2 ? 'walk' : speed < 6 ? 'run' : 'ride'
}
