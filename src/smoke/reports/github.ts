/** A run as GitHub shows it: annotations of what failed, and a summary in Markdown. */
import { countsOf, type CheckOutcome } from '../run-suite.ts'
import { outcomeWords, type Report } from './report.ts'

/** One line for each check that failed. */
export const errors = ({ outcomes }: Report): string[] => annotated('error', 'failed', outcomes)

/** One line for each that was skipped. */
export const notices = ({ outcomes }: Report): string[] => annotated('notice', 'skipped', outcomes)

const annotated = (
  kind: string,
  status: CheckOutcome['status'],
  outcomes: readonly CheckOutcome[],
): string[] =>
  outcomes
    .filter((outcome) => outcome.status === status)
    .map((outcome) => {
      const title = property(`movecli smoke: ${outcome.name} ${status}`)
      return `::${kind} title=${title}::${data(`${outcomeWords(outcome)} (docs/service.md §${outcome.section})`)}`
    })

/** A runner obeys `##[` anywhere, in a message too. */
const data = (text: string): string =>
  text.replaceAll('##[', '#\\x23[').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const signs: Record<CheckOutcome['status'], string> = { passed: '✅', failed: '❌', skipped: '⏭️' }

/** A table of all checks, the failed ones first. */
export function summary({ network, baseUrl, suite, outcomes }: Report): string {
  const { passed, failed, skipped } = countsOf(outcomes)
  const order: CheckOutcome['status'][] = ['failed', 'skipped', 'passed']
  const sorted = order.flatMap((status) => outcomes.filter((outcome) => outcome.status === status))
  return [
    `### movecli smoke: ${network}, suite ${suite}`,
    '',
    `${failed} failed, ${skipped} skipped, ${passed} passed, at ${cell(baseUrl)}`,
    '',
    '| check | status | ms | section | what |',
    '| --- | --- | ---: | --- | --- |',
    ...sorted.map(
      (outcome) =>
        `| ${cell(outcome.name)} | ${signs[outcome.status]} ${outcome.status} | ${outcome.ms} | ${cell(outcome.section)} | ${cell(outcomeWords(outcome))} |`,
    ),
    '',
    '',
  ].join('\n')
}

/** Foreign words stand in Markdown as they are: no link (also not a bare address), no HTML, no second cell. */
const cell = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~@&:]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/www(?=\.)/gi, (word) => `${word.slice(0, 2)}<!-- -->${word.slice(2)}`)
