/** A run as JUnit XML: one case per check, skipped ones too, in the order and with the attributes of the common schema. */
import { countsOf, type CheckOutcome } from '../run-suite.ts'
import { outcomeWords, type Report } from './report.ts'

/** The document, ended with a line break. Times in seconds; the timestamp is UTC without its zone, as the schema wants it. */
export function junitXml({ network, baseUrl, suite, outcomes, at }: Report): string {
  const { failed, skipped } = countsOf(outcomes)
  const name = `movecli smoke ${network} ${suite}`
  const attributes = {
    id: 0,
    name,
    package: 'movecli.smoke',
    timestamp: at.toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: outcomes.length,
    failures: failed,
    errors: 0,
    skipped,
    time: seconds(outcomes.reduce((sum, { ms }) => sum + ms, 0)),
  }
  const properties = Object.entries({ network, base_url: baseUrl, suite }).map(
    ([key, value]) => `      <property${attributesText({ name: key, value })}/>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${attributesText(attributes)}>`,
    '    <properties>',
    ...properties,
    '    </properties>',
    ...outcomes.flatMap(caseOf),
    '    <system-out/>',
    '    <system-err/>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function caseOf(outcome: CheckOutcome): string[] {
  const { name, suite, status, ms, section, asserts } = outcome
  const open = `    <testcase${attributesText({ name, classname: `movecli.smoke.${suite}`, time: seconds(ms) })}`
  if (status === 'passed') return [`${open}/>`]
  const message = outcomeWords(outcome)
  const inner =
    status === 'skipped'
      ? `<skipped${attributesText({ message })}/>`
      : `<failure${attributesText({ message, type: 'departure' })}>${escaped(`asserts: ${asserts} (docs/service.md §${section})`)}</failure>`
  return [`${open}>`, `      ${inner}`, '    </testcase>']
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

const attributesText = (attributes: Record<string, string | number>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')

const xmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text of XML 1.0: what it cannot hold becomes a question mark. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '?')
    .replace(/[&<>"]/g, (character) => xmlEntities[character] ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
