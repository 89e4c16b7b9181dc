/** What makes two motions the same: the digest of what is sent. */
import { hash } from 'node:crypto'
import type { InputOf } from '../../contract/operations.ts'
import { digestSize } from '../../journal/runs/table.ts'

/** Of any text: 96 bits. */
export const digest = (text: string): Uint8Array => hash('sha256', text, 'buffer').subarray(0, digestSize)

/** Of a motion; `5.20` and `5.2` are one content. */
export function contentOf({
  steps,
  distance,
  duration,
  proof,
  device_id,
}: InputOf<'motion.submit'>): Uint8Array {
  const numbers = [steps, distance, duration].map((value) => (value == null ? null : shortest(String(value))))
  return digest(JSON.stringify([...numbers, proof ?? null, device_id ?? null]))
}

const shortest = (numeral: string): string =>
  numeral.includes('.') ? numeral.replace(/\.?0+$/, '') : numeral
