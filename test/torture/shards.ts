/** A file of 10,000 rows for eight shards, and what must hold of their results and of the service's own log. */
import { makeProof } from '../../src/sandbox/proof.ts'

const total = 10_000
export const shards = Array.from({ length: 8 }, (_, index) => `${index + 1}/8`)

const numbers = Array.from({ length: total }, (_, index) => index + 1)

/** Rows that differ in their steps alone, which are the row's number. */
export const rowsFile = (): string =>
  numbers
    .map((steps) => {
      const proof = makeProof({ steps, distance: '1.5', duration: 600 })
      return `{"id":"row-${steps}","steps":${steps},"distance":1.5,"duration":600,"proof":"${proof}"}\n`
    })
    .join('')

type Ran = { code: number | null; stdout: string; stderr: string }

/** What is wrong: a shard that failed or was idle, a row that is missing, shared or not applied, here or at the service. */
export function faultsOf(ran: readonly Ran[], steps: readonly number[]): string[] {
  const parts = ran.map(({ stdout }) =>
    stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { row: number; id: string; status: string }),
  )
  const said = parts.flat()
  return [
    ...ran.flatMap(({ code, stderr }) => (code === 0 ? [] : [`exit ${code}: ${stderr}`])),
    ...parts.flatMap(({ length }) => (length < total / shards.length / 2 ? [`only ${length} rows`] : [])),
    ...said.flatMap(({ row, id, status }) =>
      status === 'applied' && id === `row-${row}` ? [] : [`row ${row} is ${id}, ${status}`],
    ),
    ...notOnce(said.map(({ row }) => row)).map((row) => `row ${row} is not there once`),
    ...notOnce(steps).map((row) => `the service has row ${row} not once`),
  ]
}

/** Those of all rows that are not among these exactly once. */
function notOnce(found: readonly number[]): number[] {
  const counts = new Map<number, number>()
  for (const number of found) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...new Set([...numbers, ...found])].filter((number) => counts.get(number) !== 1 || number > total)
}
