/** The length of a way through points, without what a receiver drifts beside it. */
import { meters } from './geodesic.ts'

/** Degrees; milliseconds since 1970. */
export type Placed = { lat: number; lon: number; at: number }

/**
 * Meters through those points that are further than `drift` meters from where one would be at their time on the straight way
 * between the others (Douglas and Peucker, by time: who turns back on a straight way leaves it too).
 */
export function lengthAlong(points: readonly Placed[], drift: number): number {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return 0
  const [east, north] = eastAndNorth(first, last)
  let [turn, farthest] = [0, drift]
  for (let at = 1; at < points.length - 1; at++) {
    const point = points[at]!
    const part = (point.at - first.at) / (last.at - first.at)
    const [x, y] = eastAndNorth(first, point)
    const far = Math.hypot(x - part * east, y - part * north)
    if (far > farthest) [turn, farthest] = [at, far]
  }
  if (turn === 0) return meters(first.lat, first.lon, last.lat, last.lon)
  return lengthAlong(points.slice(0, turn + 1), drift) + lengthAlong(points.slice(turn), drift)
}

const radian = Math.PI / 180
/** Of one degree of latitude. */
const metersOfDegree = 111_200

/** Meters on a plane: what is compared is close together. */
function eastAndNorth(from: Placed, to: Placed): [east: number, north: number] {
  const turn = ((to.lon - from.lon + 540) % 360) - 180
  return [turn * metersOfDegree * Math.cos(from.lat * radian), (to.lat - from.lat) * metersOfDegree]
}
