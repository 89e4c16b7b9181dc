/** Others' readers of JUnit files (installed from npm into a temporary folder): libxml2 with the schema, and junit2json. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { npmFolder } from '../../scripts/judges/npm-folder.mjs'
import { smoke } from '../smoke/support.ts'
import { freshFolder } from '../support/movecli.ts'

const folder = freshFolder()
const file = join(folder, 'smoke.xml')
const schema = fileURLToPath(new URL('../fixtures/junit.xsd', import.meta.url))
let names: string[] = []

beforeAll(async () => {
  await npmFolder(folder, { junit2json: '4.0.0', 'xmllint-wasm': '5.3.0' })
  const { rows, code } = await smoke(`--suite full --junit ${file}`, {
    defect: {
      answer: (answer, { line }) => {
        if (line === 'GET /motion/daily' && answer.body.data) answer.body.data['steps'] = '<&"\'> \u0001 ü 🏃'
        return answer
      },
    },
  })
  if (code !== 10) throw new Error(`smoke ended with ${code}`)
  names = rows.map(({ name }) => name)
}, 120_000)

/** What a small script in that folder prints. */
function run(script: string): string {
  const path = join(folder, 'reader.mjs')
  writeFileSync(path, script)
  return execFileSync(process.execPath, [path, file, schema], { cwd: folder }).toString()
}

const validate = `
  import { readFileSync } from 'node:fs'
  import { validateXML } from 'xmllint-wasm'
  const [xml, schema] = process.argv.slice(2).map((path) => readFileSync(path, 'utf8'))
  const { valid, errors } = await validateXML({ xml: [{ fileName: 'smoke.xml', contents: xml }], schema: [schema] })
  console.log(JSON.stringify({ valid, errors }))
`

test('libxml2 finds it valid, and a spoiled one not', () => {
  expect(JSON.parse(run(validate))).toMatchObject({ valid: true })
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, whole.replace('<system-out/>', ''))
  try {
    expect(JSON.parse(run(validate))).toMatchObject({ valid: false })
  } finally {
    writeFileSync(file, whole)
  }
})

test('junit2json reads every check, with what failed and what was skipped', () => {
  const said = run(`
    import { readFileSync } from 'node:fs'
    import { parse } from 'junit2json'
    console.log(JSON.stringify(await parse(readFileSync(process.argv[2], 'utf8'))))
  `)
  type Case = { name: string; failure?: unknown[]; skipped?: unknown[] }
  const [suite] = (JSON.parse(said) as { testsuite: { tests: number; testcase: Case[] }[] }).testsuite
  expect(suite?.testcase.map(({ name }) => name)).toEqual(names)
  expect(suite?.tests).toBe(names.length)
  expect(suite?.testcase.filter(({ failure }) => failure).map(({ name }) => name)).toEqual(['daily-record'])
  expect(suite?.testcase.filter(({ skipped }) => skipped).map(({ name }) => name)).toEqual([
    'daily-address',
    'submission',
    'latency motion.submit',
  ])
})
