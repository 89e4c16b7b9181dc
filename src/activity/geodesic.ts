/** Distances on the earth's ellipsoid (WGS 84). */

const a = 6_378_137
const flattening = 1 / 298.257223563
const e2 = flattening * (2 - flattening)
const radian = Math.PI / 180

/**
 * Meters between two points in degrees, by the radii of curvature midway. Points of a track are close to each other: the
 * error is below a millimeter within 1 km, below 0.1% within 300 km outside the polar regions.
 */
export function meters(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const middle = ((lat1 + lat2) / 2) * radian
  const sine = Math.sin(middle)
  const w = 1 - e2 * sine * sine
  const east = a / Math.sqrt(w)
  const north = (a * (1 - e2)) / (w * Math.sqrt(w))
  let turn = lon2 - lon1
  if (turn > 180) turn -= 360
  else if (turn < -180) turn += 360
  // On a sphere of the mean radius the chord keeps points near a pole, whose meridians meet, as close as they are.
  if (Math.abs(lat1) > 85 || Math.abs(lat2) > 85) return sphere(lat1, lat2, turn, Math.sqrt(east * north))
  return Math.hypot((lat2 - lat1) * radian * north, turn * radian * Math.cos(middle) * east)
}

function sphere(lat1: number, lat2: number, turn: number, radius: number): number {
  const half = Math.sin(((lat2 - lat1) * radian) / 2)
  const side = Math.sin((turn * radian) / 2)
  const h = half * half + Math.cos(lat1 * radian) * Math.cos(lat2 * radian) * side * side
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(h)))
}
