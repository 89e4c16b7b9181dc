/** Made-up data that nobody submitted: always the same for a seed, an address and a day, and stored nowhere. */
import { createHash } from 'node:crypto'
import { dayMs } from '../contract/calendar.ts'
import { nftTypes } from '../contract/service.ts'
import { exact, multiply, type Decimal } from '../contract/decimal.ts'

export type Day = { steps: Decimal; distance: Decimal; duration: Decimal }
export type Multipliers = { nft: Decimal; streak: Decimal; social: Decimal }
export type Nft = { id: string; type: string; name: string; level: number; boost: string; at: number }

const collectionSize = 23
const firstDay = '2024-01-01'

/** Nobody moves and nobody owns here: what an address without anything looks like. */
export const zeroAddress = `0x${'0'.repeat(40)}`

/** What `address` moved on `date` by itself; nothing before 2024 and after today. */
export function movedOn(seed: string, address: string, date: string, today: string): Day {
  const steps = date < firstDay || date > today ? 0 : draw(seed, address, date)(2000, 14_000)
  return {
    steps: exact(steps),
    distance: multiply(exact(steps), exact('0.00072')),
    duration: exact(Math.floor(steps / 2)),
  }
}

/** The factors of that day: two digits after the point, trailing zeros kept. */
export function multipliersOn(seed: string, address: string, date: string): Multipliers {
  const next = draw(seed, address, date, 'multipliers')
  const factor = (most: number): Decimal => ({ units: BigInt(next(100, most)), scale: 2 })
  return { nft: factor(150), streak: factor(130), social: factor(120) }
}

/** Earned for steps: a thousandth of a token a step, times the factors, exactly. */
export const earnedFor = (steps: Decimal, { nft, streak, social }: Multipliers): Decimal =>
  multiply(multiply(steps, exact('0.001')), multiply(nft, multiply(streak, social)))

/** What the address had before it did anything: 18 digits after the point in the balance, 8 claimable. */
export function startOf(seed: string, address: string): { balance: Decimal; claimable: Decimal } {
  const next = draw(seed, address, 'token')
  const balance = `${next(100, 5000)}.${String(next(0, 999_999_999)).padStart(9, '0')}000000${next(100, 999)}`
  return {
    balance: exact(balance),
    claimable: exact(`${next(5, 60)}.${String(next(0, 9_999_999)).padStart(7, '0')}0`),
  }
}

/** The equipment that an address has from the start, over the three types. */
export function collectionOf(seed: string, address: string): Nft[] {
  if (address === zeroAddress) return []
  return Array.from({ length: collectionSize }, (_, index) => {
    const next = draw(seed, address, 'nft', String(index))
    const type = nftTypes[index % nftTypes.length] ?? 'shoes'
    return {
      id: `nft-${next(0, 0xffffff).toString(16).padStart(6, '0')}${index.toString(16).padStart(2, '0')}`,
      type,
      name: `${nftNames[next(0, nftNames.length - 1)]} ${kinds[type]}`,
      level: next(1, 5),
      boost: `1.${next(0, 5)}0`,
      at: Date.parse(firstDay) + next(0, 365) * dayMs,
    }
  })
}

/** Dollars for a token, another each clock hour. */
export const priceAt = (seed: string, hour: number): { price: string; change: string } => {
  const next = draw(seed, 'price', String(hour))
  return { price: `0.0${next(380, 460)}0`, change: `${next(0, 1) ? '' : '-'}${next(0, 5)}.${next(10, 99)}` }
}

/** Whole numbers between two bounds, both included, the same series for the same words. */
export function draw(...words: string[]): (from: number, to: number) => number {
  let bytes = createHash('sha256').update(words.join('|')).digest()
  let at = 0
  return (from, to) => {
    if (at + 4 > bytes.length) {
      bytes = createHash('sha256').update(bytes).digest()
      at = 0
    }
    const value = bytes.readUInt32BE(at)
    at += 4
    return from + (value % (to - from + 1))
  }
}

const nftNames = ['Swift', 'Aurora', 'Granite', 'Comet', 'Harbour', 'Ember', 'Willow', 'Zenith']
const kinds: Record<string, string> = { shoes: 'runners', apparel: 'jacket', accessories: 'band' }
