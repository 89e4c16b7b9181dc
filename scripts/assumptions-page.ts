/** docs/assumptions.md: its words are written by hand, its tables come from the contract and the sandbox. */
import { assumptions } from '../src/contract/service.ts'
import { madeUp } from '../src/sandbox/assumptions.ts'
import { cell, filled, section, table } from './markdown.ts'

/** The page with its tables, from the page as it is. */
export function assumptionsPage(page: string): string {
  const open = assumptions.map((each) => [
    section(each.section),
    ...[each.open, each.guess, each.change].map(cell),
  ])
  const guesses = madeUp.map((each) => [section(each.section), cell(each.open), cell(each.guess)])
  const first = filled(page, 'assumptions', table(['Section', 'Open', 'Meanwhile', 'To change it'], open))
  return filled(first, 'made-up', table(['Section', 'Open', 'The sandbox'], guesses))
}
