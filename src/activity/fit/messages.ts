/** The messages of a small FIT file, their fields by name. The door of fit-file-parser. */
import { FitMessageReaderError, readFitMessages, type FitRawField } from 'fit-file-parser/raw'
import { Unreadable } from '../unreadable.ts'

/** Messages and fields by their numbers in the FIT profile, with what a value is divided by. */
const fitProfile = {
  fileId: { of: 0, type: [0], manufacturer: [1], product: [2], serial: [3], productName: [8] },
  session: {
    of: 18,
    timestamp: [253],
    startTime: [2],
    sport: [5],
    elapsed: [7, 1000],
    timer: [8, 1000],
    distance: [9, 100],
    cycles: [10],
    cycleParts: [94, 128],
  },
  sport: { of: 12, sport: [0] },
  record: { of: 20, timestamp: [253], lat: [0], lon: [1], distance: [5, 100] },
  event: { of: 21, timestamp: [253], event: [0], eventType: [1] },
  activity: { of: 34, timestamp: [253], localTimestamp: [5] },
  monitoring: {
    of: 55,
    timestamp: [253],
    timestamp16: [26],
    activityType: [5],
    typeAndIntensity: [24],
    count: [3],
    distance: [2, 100],
    activeTime: [4, 1000],
    distance16: [8],
    cycles16: [9],
    activeTime16: [10],
  },
  monitoringInfo: { of: 103, timestamp: [253], localTimestamp: [0] },
} as const

type Profile = typeof fitProfile
export type Name = keyof Profile
export type Message = {
  [N in Name]: { is: N } & { readonly [F in Exclude<keyof Profile[N], 'of'>]?: number | string }
}[Name]

const names = new Map<number, Name>(Object.entries(fitProfile).map(([name, { of }]) => [of, name as Name]))
/** The numbers of their fields, by those of the messages. */
export const wanted: ReadonlyMap<number, ReadonlySet<number>> = new Map(
  Object.values(fitProfile).map(({ of, ...fields }) => [
    of,
    new Set(Object.values<readonly [number, number?]>(fields).map(([number]) => number)),
  ]),
)

/** Throws Unreadable for a structure that is not FIT. */
export function* messagesOf(piece: Uint8Array): Generator<Message> {
  for (const { globalMessageNumber, fields, littleEndian } of readPiece(piece)) {
    const name = names.get(globalMessageNumber)
    if (name === undefined) continue
    const message: Record<string, unknown> = { is: name }
    const { of: _, ...known } = fitProfile[name]
    for (const [field, [number, scale = 1]] of Object.entries<readonly [number, number?]>(known)) {
      const raw = fields.find(({ fieldNumber }) => fieldNumber === number)
      const value = raw && fieldValue(raw, littleEndian)
      if (value !== undefined) message[field] = typeof value === 'number' ? value / scale : value
    }
    yield message as Message
  }
}

function readPiece(piece: Uint8Array) {
  try {
    return readFitMessages(piece, { messageNumbers: [...wanted.keys()] }).messages
  } catch (error) {
    if (!(error instanceof FitMessageReaderError)) throw error
    throw new Unreadable('is damaged: its messages do not fit their definitions')
  }
}

/** Of the base types by their number: how a value is read, and which one means that there is none. */
const types: Record<number, [size: number, read: (view: DataView, little: boolean) => number, none: number]> =
  {
    0: [1, (view) => view.getUint8(0), 0xff],
    1: [1, (view) => view.getInt8(0), 0x7f],
    2: [1, (view) => view.getUint8(0), 0xff],
    3: [2, (view, little) => view.getInt16(0, little), 0x7fff],
    4: [2, (view, little) => view.getUint16(0, little), 0xffff],
    5: [4, (view, little) => view.getInt32(0, little), 0x7fff_ffff],
    6: [4, (view, little) => view.getUint32(0, little), 0xffff_ffff],
    8: [4, (view, little) => view.getFloat32(0, little), Number.NaN],
    9: [8, (view, little) => view.getFloat64(0, little), Number.NaN],
    10: [1, (view) => view.getUint8(0), 0],
    11: [2, (view, little) => view.getUint16(0, little), 0],
    12: [4, (view, little) => view.getUint32(0, little), 0],
    13: [1, (view) => view.getUint8(0), 0xff],
  }

/** A single value; undefined where the device wrote none, or several. */
function fieldValue({ baseType, bytes }: FitRawField, little: boolean): number | string | undefined {
  if ((baseType & 31) === 7) return Buffer.from(bytes).toString('utf8').split('\0')[0] || undefined
  const type = types[baseType & 31]
  if (!type || bytes.length !== type[0]) return undefined
  const value = type[1](new DataView(bytes.buffer, bytes.byteOffset, bytes.length), little)
  return Number.isFinite(value) && value !== type[2] ? value : undefined
}
