/** What a file is, by its first bytes. */
import { isFit } from '../fit/pieces.ts'
import type { Read } from '../reader.ts'

export type Form = 'fit' | 'xml' | 'zip' | 'gzip' | 'table' | 'json' | 'wide' | 'binary' | 'empty'

/** Enough for each of them. */
export const headSize = 4096

export function sniffForm(head: Uint8Array): Form {
  const [first, second] = head
  if (first === undefined) return 'empty'
  if (head.length >= 12 && isFit(head)) return 'fit'
  if (first === 0x50 && second === 0x4b && (head[2] === 3 || head[2] === 5)) return 'zip'
  if (first === 0x1f && second === 0x8b) return 'gzip'
  const wide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (!wide && head.includes(0)) return isUnmarkedWide(head) ? 'wide' : 'binary'
  const start = new TextDecoder(wide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'latin1')
    .decode(head)
    .replace(/^(\u{feff}|\xef\xbb\xbf)/u, '')
    .trimStart()
  if (start === '' && head.length < headSize) return 'empty'
  if (start.startsWith('<')) return 'xml'
  return start.startsWith('{') || start.startsWith('[') ? 'json' : 'table'
}

/** UTF-16 without its mark: of the first letters each has a byte that is zero, the same one. */
const isUnmarkedWide = (head: Uint8Array): boolean =>
  head.length >= 8 &&
  [0, 1].some((zero) => head.subarray(0, 8).every((byte, at) => (byte === 0) === (at % 2 === zero)))

/** Readers, each loaded when a file of its form is met. */
export const readers: Partial<Record<Form, () => Promise<Read>>> = {
  fit: async () => (await import('../fit/read-fit.ts')).readFit,
  xml: async () => (await import('../xml/read-xml.ts')).readXml,
  table: async () => (await import('../table/read-table.ts')).readTable,
}
