/** From values to places on the paper. */
import { nice, ticks } from 'd3-array'

const wantedTicks = 4

export type Scale = { at: (value: number) => number; ticks: readonly number[] }

/**
 * A linear scale that holds all values and ends at round numbers; `from` is the place of
 * the lowest, `to` that of the highest.
 */
export function linearScale(
  values: readonly number[],
  { zero, from, to }: { zero: boolean; from: number; to: number },
): Scale {
  const known = zero ? [0, ...values] : values
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const [low, high] = least < most ? nice(least, most, wantedTicks) : [Math.min(0, least), Math.max(1, most)]
  // Half of each: the whole distance between two huge values is no number.
  const share = (value: number) => (value / 2 - low / 2) / (high / 2 - low / 2)
  return {
    at: (value) => from + share(value) * (to - from),
    ticks: ticks(low, high, wantedTicks).filter((tick) => tick >= low && tick <= high),
  }
}

export type Bands = { width: number; left: (at: number) => number; middle: (at: number) => number }

/** Equal bands side by side, a fifth of each left free. */
export function bands(count: number, from: number, to: number): Bands {
  const step = (to - from) / Math.max(1, count)
  const width = step * 0.8
  const left = (at: number) => from + at * step + (step - width) / 2
  return { width, left, middle: (at) => left(at) + width / 2 }
}
