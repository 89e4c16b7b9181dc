/** A run as others read it: JUnit, GitHub's annotations and its summary. */
import { readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { junitXml } from '../../src/smoke/reports/junit.ts'
import { errors, notices, summary } from '../../src/smoke/reports/github.ts'
import type { Report } from '../../src/smoke/reports/report.ts'
import type { CheckOutcome } from '../../src/smoke/run-suite.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { smoke, type Defect } from './support.ts'
import { parseXml, problemsOf } from './xml.ts'

const outcome = (name: string, status: CheckOutcome['status'], message?: string): CheckOutcome => ({
  name,
  suite: 'read',
  status,
  ms: 1234,
  asserts: 'the sky is blue',
  section: '4 GET /motion/daily',
  ...(message !== undefined && { message }),
})
const report = (outcomes: CheckOutcome[]): Report => ({
  network: 'testnet',
  baseUrl: 'https://api.example/v1?a=1&b="2"',
  suite: 'read',
  outcomes,
  at: new Date('2026-03-04T12:00:00.789Z'),
})
const all = [
  outcome('one', 'passed', 'min 1, median 1, p95 1 ms over 1 request'),
  outcome('two', 'failed', 'a <b> & "c" came; 100%\n::set-output name=x::y ##[error]z\u0007\ud800'),
  outcome('three', 'skipped', 'needs a session: movecli login, or MOVECLI_TOKEN'),
]

test('JUnit has one case for each check, skipped ones too, in the form of the common schema', () => {
  const root = parseXml(junitXml(report(all)))
  expect(problemsOf(root)).toEqual([])
  const suite = root.children[0]!
  expect(suite.attributes).toMatchObject({
    name: 'movecli smoke testnet read',
    timestamp: '2026-03-04T12:00:00',
    tests: '3',
    failures: '1',
    errors: '0',
    skipped: '1',
    time: '3.702',
  })
  const cases = suite.children.filter(({ name }) => name === 'testcase')
  expect(
    cases.map(({ attributes, children }) => [attributes['name'], attributes['time'], children[0]?.name]),
  ).toEqual([
    ['one', '1.234', undefined],
    ['two', '1.234', 'failure'],
    ['three', '1.234', 'skipped'],
  ])
  expect(cases[1]?.children[0]).toMatchObject({
    attributes: { message: 'a <b> & "c" came; 100%\n::set-output name=x::y ##[error]z??' },
    text: 'asserts: the sky is blue (docs/service.md §4 GET /motion/daily)',
  })
  expect(cases[2]?.children[0]?.attributes['message']).toBe(
    'needs a session: movecli login, or MOVECLI_TOKEN',
  )
})

test('the form is held strictly: what the schema does not have is found', () => {
  const spoil = (from: string | RegExp, to: string) =>
    problemsOf(parseXml(junitXml(report(all)).replace(from, to)))
  expect(spoil('<system-err/>', '')).not.toEqual([])
  expect(spoil(' time="1.234"', '')).not.toEqual([])
  expect(spoil('2026-03-04T12:00:00', '2026-03-04T12:00:00Z')).not.toEqual([])
  expect(spoil('<testsuites>', '<testsuites name="x">')).not.toEqual([])
  expect(() => spoil('&amp;', '&')).toThrow('bare &')
})

test('an annotation is one line that the runner reads as one, whatever the service says', () => {
  expect(errors(report(all))).toEqual([
    '::error title=movecli smoke%3A two failed::a <b> & "c" came; 100%25%0A::set-output name=x::y #\\x23[error]z\u0007\ud800 (docs/service.md §4 GET /motion/daily)',
  ])
  expect(notices(report(all))).toEqual([
    '::notice title=movecli smoke%3A three skipped::needs a session: movecli login, or MOVECLI_TOKEN (docs/service.md §4 GET /motion/daily)',
  ])
})

test('the summary is a table whose cells the service cannot break', () => {
  const text = summary(report([outcome('x', 'failed', 'a | b ![](https://evil.example) <img> @all'), ...all]))
  const lines = text.trimEnd().split('\n')
  expect(lines[0]).toBe('### movecli smoke: testnet, suite read')
  expect(lines[2]).toMatch(/^2 failed, 1 skipped, 1 passed, at https&#58;/)
  expect(lines.slice(4).every((line) => line.split('|').length === 7)).toBe(true)
  expect(text).not.toMatch(/<img>|!\[|@all/)
  expect(lines[6]).toMatch(/^\| x \| ❌ failed \|/)
})

test('the summary begins with what failed, then what was skipped, each kind in the order of the run', () => {
  const mixed = ['passed', 'skipped', 'failed', 'passed', 'skipped', 'failed'] as const
  const text = summary(report(mixed.map((status, at) => outcome(`c${at}`, status, `m${at}`))))
  expect(text.match(/(?<=^\| )c\d/gm)).toEqual(['c2', 'c5', 'c1', 'c4', 'c0', 'c3'])
  expect(text).toContain('\n2 failed, 2 skipped, 2 passed, at ')
  expect(text).toContain('| c0 | ✅ passed | 1234 | 4 GET /motion/daily | m0 |')
})

test('a check that says nothing is told by what it asserts', () => {
  const silent = [outcome('a', 'passed'), outcome('b', 'failed'), outcome('c', 'skipped')]
  expect(errors(report(silent))).toEqual([
    '::error title=movecli smoke%3A b failed::the sky is blue (docs/service.md §4 GET /motion/daily)',
  ])
  expect(notices(report(silent))).toHaveLength(1)
  expect(summary(report(silent)).match(/the sky is blue/g)).toHaveLength(3)
  const [suite] = parseXml(junitXml(report(silent))).children
  expect(
    suite!.children.find(({ attributes }) => attributes['name'] === 'b')?.children[0]?.attributes,
  ).toEqual({
    message: 'the sky is blue',
    type: 'departure',
  })
})

test('JUnit says which service was checked, and of which suite each case is', () => {
  const outcomes = [outcome('a', 'passed'), { ...outcome('b', 'passed'), suite: 'full' as const, ms: 5 }]
  const [suite] = parseXml(junitXml({ ...report(outcomes), suite: 'full' })).children
  const [properties] = suite!.children
  expect(properties!.children.map(({ attributes }) => [attributes['name'], attributes['value']])).toEqual([
    ['network', 'testnet'],
    ['base_url', 'https://api.example/v1?a=1&b="2"'],
    ['suite', 'full'],
  ])
  const cases = suite!.children.filter(({ name }) => name === 'testcase')
  expect(cases.map(({ attributes }) => [attributes['classname'], attributes['time']])).toEqual([
    ['movecli.smoke.read', '1.234'],
    ['movecli.smoke.full', '0.005'],
  ])
  expect(suite!.attributes).toMatchObject({ name: 'movecli smoke testnet full', time: '1.239' })
})

const broken: Defect = {
  answer: (answer, { line }) => {
    if (line !== 'GET /token/price') return undefined
    answer.status = 503
    answer.body = {
      success: false,
      error: { code: 'CHAIN_001', message: '::error::##[group]\u202e<script>', details: '' },
    }
    return answer
  },
}

test('the command writes the file, the annotations and the summary, and stdout stays what it is', async () => {
  const folder = freshFolder()
  const [junit, page] = [join(folder, 'smoke.xml'), join(folder, 'summary.md')]
  writeFileSync(page, 'before\n')
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: page }
  const { code, rows, stderr } = await smoke(`--junit ${junit}`, { env, defect: broken })
  expect(code).toBe(10)
  const root = parseXml(readFileSync(junit, 'utf8'))
  expect(problemsOf(root)).toEqual([])
  const cases = root.children[0]!.children.filter(({ name }) => name === 'testcase')
  expect(cases.map(({ attributes }) => attributes['name'])).toEqual(rows.map(({ name }) => name))
  const [annotation, last, ...more] = stderr.trimEnd().split('\n')
  expect(more).toEqual([])
  expect(annotation).toMatch(
    /^::error title=movecli smoke%3A envelope token\.price failed::GET \/token\/price: CHAIN_001/,
  )
  expect(annotation).not.toMatch(/##\[|\u202e/)
  expect(JSON.parse(last!)).toMatchObject({ success: false, error: { exit_code: 10 } })
  expect(readFileSync(page, 'utf8')).toMatch(/^before\n### movecli smoke: sandbox, suite read\n/)
})

test('a summary that is a pipe without a reader is not waited for', async () => {
  const page = join(freshFolder(), 'summary')
  execFileSync('mkfifo', [page])
  expect(await smoke('', { env: { GITHUB_STEP_SUMMARY: page } })).toMatchObject({ code: 0, stderr: '' })
})

test('a run that is skipped or limited is reported all the same', async () => {
  const junit = join(freshFolder(), 'smoke.xml')
  const { code, stdout } = await smoke(`--junit ${junit} --require-all --suite full`)
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
  const suite = parseXml(readFileSync(junit, 'utf8')).children[0]
  expect(suite?.attributes['skipped']).toBe('2')
})

test('what a prover says is nothing that the runner obeys, and skipped checks are notices', async () => {
  const path = join(freshFolder(), 'prover')
  writeFileSync(path, '#!/bin/sh\necho "::set-env name=X::y" >&2\necho "##[group]z" >&2\necho zkp-of-it\n', {
    mode: 0o700,
  })
  const { stderr } = await movecli(['smoke', '-n', 'sandbox', '--suite', 'full', '--prover', path], {
    env: { GITHUB_ACTIONS: '1' },
  })
  expect(stderr).toContain('\\x3a:set-env name=X::y')
  expect(stderr).not.toMatch(/^::set-env|##\[/m)
  expect(stderr).toMatch(
    /^::error title=movecli smoke%3A submission failed::motion with its proof: MOTION_002/m,
  )
  expect(stderr).toMatch(/^::notice title=movecli smoke%3A latency motion\.submit skipped::none was applied/m)
})

test('without GitHub nothing is annotated', async () => {
  const { stderr } = await smoke('', { env: { GITHUB_ACTIONS: 'false' }, defect: broken })
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})
