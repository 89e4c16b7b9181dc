/** A track whose sport the file may not name: then the speed tells it, and with it which points are jumps of the receiver. */
import type { Omission, Sport } from '../sample.ts'
import { createTrack, type Track } from '../track.ts'

export type SportTrack = Pick<Track, 'point' | 'pause'> & {
  /** The sport is the one that is named by then, else the speed decides. `omitted`: points that do not fit it. */
  end(named: Sport | undefined): { sport: Sport; track: Track; omitted: ReadonlyMap<Omission, number> }
}

/**
 * Without a name it is measured on foot and as a ride. On foot decides: the limit of a ride holds for what is one without
 * it, since on a walk the points beyond a runner's speed are jumps.
 */
export function createSportTrack(name: Sport | undefined): SportTrack {
  const tracks = name === undefined ? [measuredAs('walk'), measuredAs('ride')] : [measuredAs(name)]
  return {
    point(lat, lon, at) {
      for (const { track } of tracks) track.point(lat, lon, at)
    },
    pause() {
      for (const { track } of tracks) track.pause()
    },
    end(named) {
      for (const { track } of tracks) track.finish()
      const sport = named ?? bySpeed(tracks[0]!.track)
      return { sport, ...tracks.at(sport === 'ride' || sport === 'other' ? -1 : 0)! }
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
