/** Identity data go to the service and nowhere else: no output, no log, no journal, also not where the service repeats them. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failure, type Rule } from '../../witness/service.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { serializers } from '../../support/serializers.ts'
import { testnet } from '../../support/testnet.ts'

const { witness, env, requested } = await testnet()
const address = '{"street":"Krähenweg 7","lines":["Hinterhaus","3. Stock"]}'
const identity = `{"name":"Zoy","born":"1815-12-10","nr":47110815,"pep":true,"address":${address}}`
const values = /Zoy\b|1815-12-10|47110815|Kr(ä|\\u00e4|%C3%A4)henweg|Hinterhaus|3\. Stock/i

/** Everything below a folder, as one text. */
function textIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1') + readFileSync(path, 'utf8'))
    .join('\n')
}

const echo = `{"success":true,"data":${identity.replace('{', '{"id":"k-1","said":"Dear ZOY of Krähenweg  7, born 1815-12-10","copies":[{"n":"Zoy"}],"checked":false,')}}`
const complaint = (status: number): Rule => ({
  status,
  body: `{"success":false,"error":{"code":"KYC_9","message":"Zoy is no name","details":"nr 47110815, ${'x'.repeat(270)} Kr\\u00e4henweg 7 at 3. Stock"}}`,
  headers: { 'X-Request-Id': 'for-Zoy-1815-12-10', 'X-Echo': 'Hinterhaus' },
})
const answers: Record<string, [rule: Rule, code: number]> = {
  'a success that repeats them': [{ body: echo, headers: { 'X-Echo': 'name=Zoy; nr=47110815' } }, 0],
  'a refusal that repeats them': [complaint(400), 5],
  'a fault that repeats them': [complaint(500), 9],
  'a body that is no envelope': [{ status: 200, body: identity }, 9],
  'a body that is no JSON': [{ status: 502, body: `<p>Zoy, 47110815, Krähenweg 7</p>` }, 9],
  'half an answer': [{ body: echo, destroy: 'mid-body' }, 9],
  'an ordinary refusal': [failure('AUTH_002'), 4],
}

test.each(
  Object.entries(answers).flatMap(([what, [rule, code]]) =>
    ['kyc submit', 'api POST /user/kyc'].flatMap((command) =>
      ['', '-vv', '--json', '--json -vv'].map((how) => ({ what, rule, code, command, how })),
    ),
  ),
)('$command $how shows none of them after $what', async ({ rule, code, command, how }) => {
  requested()
  const home = freshFolder()
  witness.answer({ method: 'POST', ...rule })
  const line = `${command} --input - --yes ${how}`
  const ran = await movecli(line, { env, home, stdin: identity })
  expect(requested().map(({ body }) => body)).toEqual([identity])
  expect({ code: ran.code, leak: values.exec(ran.stdout + ran.stderr)?.[0] }).toEqual({ code })
  expect(values.exec(textIn(home))?.[0]).toBeUndefined()
})

test('what is not of the person comes through', async () => {
  witness.answer({ method: 'POST', body: echo })
  const { stdout } = await movecli('kyc submit --input - --yes --json', { env, stdin: identity })
  expect(JSON.parse(stdout)).toEqual({
    id: 'k-1',
    said: 'Dear [redacted] of [redacted], born [redacted]',
    copies: [{ n: '[redacted]' }],
    checked: false,
    name: '[redacted]',
    born: '[redacted]',
    nr: '[redacted]',
    pep: '[redacted]',
    address: { street: '[redacted]', lines: '[redacted]' },
  })
})

/** What is a number, a date or one word: none of them is told by its shape. */
const plain = {
  dob: '1971-03-29',
  doc: '9182736455',
  nr: 918273645599,
  city: 'budapestino',
  lang: 'de',
  level: 1,
}
const input = ['kyc submit', 'api POST /user/kyc'].map((command) => `${command} --input - --yes`)
const plainValues = /1971-03-29|9182736455|budapestino/i

test.each(input)('%s: names of fields are looked through as texts are', async (line) => {
  const data = `{"status":"pending","doc":"ok","checks":{"9182736455":"queued"},"days":{"for 1971-03-29":2},
    "numbers":{"918273645599":1,"1":"ok","2":"no"},"cities":{"Budapestino":3,"budapestino_old":4},
    "languages":{"de":true,"en":false},"sums":[-918273645599,9.18273645599e11,11,-1]}`
  witness.answer({ method: 'POST', body: `{"success":true,"data":${data}}` })
  const { stdout } = await movecli(`${line} --json`, { env, stdin: JSON.stringify(plain) })
  expect(JSON.parse(stdout)).toEqual({
    status: 'pending',
    doc: '[redacted]',
    checks: { '[redacted]': 'queued' },
    days: { 'for [redacted]': 2 },
    numbers: '[redacted]',
    cities: { '[redacted]': 3, '[redacted 2]': 4 },
    languages: { de: true, en: false },
    sums: ['[redacted]', '[redacted]', 11, '[redacted]'],
  })
})

test.each(input)('%s: no error and no log has them in its names', async (line) => {
  const error = { code: 'KYC_1', message: 'no', details: { 9182736455: 'bad', budapestino: 'x' } }
  const body = JSON.stringify({ success: false, error, errors: { '1971-03-29': ['old'] } })
  for (const how of ['', '-vv', '--json -vv']) {
    witness.answer({ method: 'POST', status: 400, body })
    const { code, stderr } = await movecli(`${line} ${how}`, { env, stdin: JSON.stringify(plain) })
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.not.stringMatching(plainValues) })
  }
})

test.each(input)('%s: whatever a message encodes them in', async (line) => {
  const text = 'dob=1971-03-29;doc=9182736455;city=budapestino'
  for (const write of ['base64', 'base64url', 'percent, every byte', 'HTML by OWASP', 'hex'] as const) {
    const written = serializers[write]!(text)
    const message = `ref ${written} no`
    const body = JSON.stringify({ success: false, error: { code: 'KYC_1', message, details: message } })
    witness.answer({ method: 'POST', status: 400, body })
    const { stderr } = await movecli(`${line} --json`, { env, stdin: JSON.stringify(plain) })
    const said = JSON.parse(stderr) as { error: { message: string; details: string } }
    expect(said.error.details).toMatch(/^ref .*\[redacted\].* no$/)
    for (const secret of ['1971-03-29', '9182736455', 'budapestino']) {
      const part = serializers[write]!(secret).slice(2, -4)
      expect(stderr.toLowerCase()).not.toContain(part.toLowerCase())
    }
  }
})

test.each(input)('%s: headers have none of them, and dates, sizes and waits stay', async (line) => {
  const headers = {
    Date: 'Mon, 01 Jun 2026 01:01:01 GMT',
    'Content-Type': 'application/json; doc=9182736455',
    'X-RateLimit-Remaining': '1',
    'X-Request-Id': 'kyc-9182736455',
    Location: '/users?dob=1971-03-29&city=budapestino&nr=%39182736455',
    'X-Lang': 'de',
  }
  for (const how of ['', '-vv', '--json -vv']) {
    const include = line.startsWith('api') ? '-i' : ''
    witness.answer({ method: 'POST', status: 200, headers, body: '{"success":true,"data":{}}' })
    const ran = await movecli(`${line} ${include} ${how}`, { env, stdin: JSON.stringify(plain) })
    const told = ran.stdout + ran.stderr
    expect({ code: ran.code, told }).toEqual({ code: 0, told: expect.not.stringMatching(plainValues) })
    expect(told).not.toContain('%39182')
    if (include === '' && how === '') continue
    expect(told).toMatch(/date"?: ?"?Mon, 01 Jun 2026 01:01:01 GMT/)
    expect(told).toMatch(/x-ratelimit-remaining"?: ?"?1\b/)
    expect(told).toMatch(/x-request-id"?: ?"?\[redacted\]/)
    expect(told).toMatch(/x-lang"?: ?"?\[redacted\]/)
  }
})

test('the id of a request that says nothing of a person stays', async () => {
  witness.answer({
    method: 'POST',
    headers: { 'X-Request-Id': 'r-77-ab' },
    body: '{"success":true,"data":{}}',
  })
  const { stdout } = await movecli(`${input[1]} -i`, { env, stdin: JSON.stringify(plain) })
  expect(stdout).toContain('x-request-id: r-77-ab\n')
})

test('a word of services stays, also where a value is part of it', async () => {
  witness.answer({ method: 'POST', body: '{"success":true,"data":{"status":"reviewed","name":"Review B."}}' })
  const { stdout } = await movecli('kyc submit -f name=review --yes --json', { env })
  expect(stdout).toBe('{"status":"reviewed","name":"[redacted]"}\n')
})

test('the question shows the names of the fields and none of the values', async () => {
  requested()
  const file = join(freshFolder(), 'identity.json')
  writeFileSync(file, identity)
  const { code, stderr } = await movecli(`kyc submit --input ${file}`, {
    env: { ...env, ACCESSIBLE: '1' },
    tty: true,
    stdin: '\n',
  })
  expect(code).toBe(11)
  expect(stderr).toContain('with the fields name, born, nr, pep, address.street, address.lines')
  expect(values.exec(stderr)).toBeNull()
  expect(requested()).toEqual([])
})

test('where stdin was the body nobody can be asked any more', async () => {
  const { code, stderr } = await movecli('kyc submit --input -', { env, tty: true, stdin: identity })
  expect({ code, requested: requested() }).toEqual({ code: 11, requested: [] })
  expect(stderr).toContain('Add --yes to run without a prompt.')
})

test('--dry-run shows each value by its length', async () => {
  requested()
  const file = join(freshFolder(), 'identity.json')
  writeFileSync(file, '{"name":"Zoy","document":{"nr":471}}')
  const { stdout } = await movecli(`kyc submit --input ${file} --dry-run --json`, { env })
  expect(JSON.parse(stdout)).toMatchObject({
    body: { name: '[3 characters]', document: { nr: '[3 characters]' } },
  })
  expect(requested()).toEqual([])
})

test('help recommends stdin, which ps cannot see', async () => {
  expect((await movecli('kyc submit --help')).stdout).toContain('Prefer --input -')
})

test.each(['kyc submit', 'user settings'])(
  '%s tells with -vv what it tells without it, also where the answer begins with a byte-order mark',
  async (command) => {
    for (const how of ['', ' -vv']) {
      witness.answer({ times: 1, body: '\ufeff{"success":true,"data":{"status":"pending"}}' })
      const { code, stdout } = await movecli(`${command} -f name=Zoyla --yes --json${how}`, {
        env,
        home: freshFolder(),
      })
      expect({ code, stdout: JSON.parse(stdout) as unknown }).toEqual({
        code: 0,
        stdout: { status: 'pending' },
      })
    }
  },
)

test.each(['PUT /user/kyc', 'PATCH /v1/USER/kyc.json', 'DELETE /user/kyc', 'PATCH /user/settings'])(
  'under another method it is a write that the contract does not know, whose values are personal all the same: %s',
  async (call) => {
    const home = freshFolder()
    const line = `api ${call} --input -`
    const isKyc = call.toLowerCase().includes('kyc')
    for (const how of ['--dry-run', '--dry-run --json', '--yes', '--yes -vv', '--yes --json -vv']) {
      requested()
      witness.answer({ method: call.split(' ')[0]!, ...complaint(400) })
      const { code, stdout, stderr } = await movecli(`${line} ${how}`, { env, home, stdin: identity })
      const isSent = how.startsWith('--yes')
      expect({ code, sent: requested().length }).toEqual({ code: isSent ? 5 : 0, sent: isSent ? 1 : 0 })
      expect(values.exec(stdout + stderr)?.[0]).toBeUndefined()
      if (!isSent) expect(stdout).toContain('[3 characters]')
      witness.forget()
    }
    witness.answer({ method: call.split(' ')[0]!, status: 200, body: echo })
    const { stdout } = await movecli(`${line} --yes --json`, { env, home, stdin: identity })
    expect(JSON.parse(stdout)).toMatchObject({ id: 'k-1', name: isKyc ? '[redacted]' : 'Zoy' })
    expect(values.exec(textIn(home))?.[0]).toBeUndefined()
    const records = await movecli('journal ls --json --fields operation,state', { env, home })
    expect(records.stdout).toMatch(new RegExp(`"operation":"${call.split(' ')[0]} /`))
    const file = join(home, 'identity.json')
    writeFileSync(file, identity)
    const asked = await movecli(`api ${call} --input ${file}`, {
      env: { ...env, ACCESSIBLE: '1' },
      home,
      tty: true,
      stdin: '\n',
    })
    expect(asked.code).toBe(11)
    expect(asked.stderr).toContain('with the fields name, born, nr, pep, address.street, address.lines')
    expect(values.exec(asked.stderr)).toBeNull()
  },
)

test('identity data are the same however they are typed: order, spelling of numbers, fields that are null', async () => {
  const home = freshFolder()
  const submit = async (words: string, text = '') =>
    (await movecli(`kyc submit --json --yes ${words}`, { env, home, stdin: text })).code
  requested()
  witness.answer({ method: 'POST', destroy: 'before-answer' })
  expect(
    await submit('--input -', '{"full_name":"Ada","height":1.80,"address":{"zip":1000,"town":"x"}}'),
  ).toBe(9)
  for (const text of [
    '{"full_name":"Ada","height":1.8,"address":{"zip":1000,"town":"x"}}',
    '{"address":{"town":"x","zip":1e3},"height":18e-1,"full_name":"Ada"}',
    '{"full_name":"Ada","height":1.8,"address":{"zip":1000,"town":"x"},"more":null}',
  ])
    expect(await submit('--input -', text)).toBe(9)
  expect(requested()).toHaveLength(1)
  witness.answer({ method: 'POST', body: '{"success":true,"data":{}}' })
  expect(await submit('--input -', '{"full_name":"Ada","height":1.81}')).toBe(0)
  expect(requested()).toHaveLength(1)
})

test('the same identity data are held while it is unknown what became of them, until a verdict; others are not', async () => {
  const home = freshFolder()
  const submit = async (text: string, how = '--yes') =>
    movecli(`kyc submit --input - --json ${how}`, { env, home, stdin: text })
  requested()
  witness.answer({ method: 'POST', destroy: 'before-answer' })
  expect((await submit(identity)).code).toBe(9)
  const [{ id }] = JSON.parse((await movecli('journal ls --json', { env, home })).stdout)
  expect(requested().map(({ body }) => body)).toEqual([identity])

  const held = await submit(identity)
  expect({ code: held.code, ...JSON.parse(held.stderr).error }).toMatchObject({
    code: 'CLI_EARLIER_UNKNOWN',
    outcome: 'not_sent',
    message: `The outcome of an earlier kyc submit (record ${id}) is unknown. Nothing was sent.`,
    details: expect.stringMatching(new RegExp(`^record +${id}, .*\\nunknown +.*$`)),
    hint: `movecli kyc status -n testnet, or movecli journal resolve ${id} --as applied|not-applied`,
  })
  expect(held.code).toBe(9)
  expect(requested()).toEqual([])

  witness.answer({ method: 'POST', body: '{"success":true,"data":{}}' })
  expect((await submit('{"name":"Ada"}')).code).toBe(0)
  await movecli(`journal resolve ${id} --as not-applied`, { env, home })
  witness.answer({ method: 'POST', body: '{"success":true,"data":{}}' })
  expect((await submit(identity)).code).toBe(0)
  expect(requested().map(({ body }) => body)).toEqual(['{"name":"Ada"}', identity])
})
