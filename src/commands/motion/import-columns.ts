/** How imported rows look: as `motion submit --from` takes them, and as a person reads them. */
import { toNumber, type Digits, type Json } from '../../contract/lossless-json.ts'
import type { Column } from '../../output/view.ts'

const kilometers = (value: Json): string => `${toNumber(value as Digits | number).toFixed(2)} km`
const minutes = (value: Json): string => `${Math.round(toNumber(value as Digits | number) / 60)} min`

const dayColumns: Column[] = [
  { field: 'id', title: 'Id' },
  { field: 'date', title: 'Date' },
  { field: 'steps', title: 'Steps', right: true },
  { field: 'distance', title: 'Distance', show: kilometers, right: true },
  { field: 'duration', title: 'Active', show: minutes, right: true },
  { field: 'source', title: 'Source' },
  { field: 'device_id', title: 'Device', rare: true },
]

/** An activity says when it was, for `motion submit`: a person sees it in the id. */
export const rowColumns = {
  day: dayColumns,
  activity: [...dayColumns, { field: 'interval', title: 'Time', hidden: true }],
}

export const explainColumns: Column[] = [
  { field: 'id', title: 'Id' },
  { field: 'date', title: 'Date' },
  { field: 'field', title: 'Value' },
  { field: 'source', title: 'Source' },
  { field: 'taken', title: 'Taken', right: true },
  { field: 'left_out', title: 'Left out', right: true },
  { field: 'reason', title: 'Reason' },
]
