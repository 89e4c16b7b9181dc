/** The columns in which the rows of a run are told. */
import type { Column } from '../../output/view.ts'
import type { CheckedInput } from '../input/check-input.ts'

/** Rows come while others are sent: the widths are those of the whole input. */
export const columnsFor = ({ longestId }: CheckedInput): Column[] => [
  { field: 'row', title: 'Row', right: true },
  { field: 'id', title: 'Id', width: Math.min(longestId, 24) },
  { field: 'status', title: 'Status', width: 'rejected'.length },
  { field: 'code', title: 'Code', width: 'MOTION_001'.length },
  { field: 'message', title: 'Reason' },
  { field: 'data', title: 'Data', rare: true, whole: true },
]
