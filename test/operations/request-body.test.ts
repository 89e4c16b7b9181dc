/** Bodies from -f, -F and --input: byte for byte what arrives, and what is refused without its value. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, movecli, type Setting } from '../support/movecli.ts'
import { testnet } from '../support/testnet.ts'

const { env, requested } = await testnet()
const folder = freshFolder()
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const mint = async (words: string[], setting: Setting = {}) =>
  movecli(['nft', 'mint', '--yes', ...words], { env, ...setting })

test.each<[what: string, words: string[], body: string]>([
  ['text stays text', ['-f', 'id=42', '-f', 'on=true', '-f', 'at=@x'], '{"id":"42","on":"true","at":"@x"}'],
  [
    'typed words are typed',
    ['-F', 'a=true', '-F', 'b=false', '-F', 'c=null'],
    '{"a":true,"b":false,"c":null}',
  ],
  [
    'numbers keep their digits',
    ['-F', 'a=1.10', '-F', 'b=12345678901234567890.5', '-F', 'c=-0', '-F', 'd=1E5'],
    '{"a":1.10,"b":12345678901234567890.5,"c":-0,"d":1E5}',
  ],
  [
    'what only looks like a number is text',
    ['-F', 'a=01', '-F', 'b=+1', '-F', 'c=.5', '-F', 'd=NaN'],
    '{"a":"01","b":"+1","c":".5","d":"NaN"}',
  ],
  ['an empty value is a value', ['-f', 'a=', '-F', 'b='], '{"a":"","b":""}'],
  ['a value may hold what a key may not', ['-f', 'a=b=c[d].e'], '{"a":"b=c[d].e"}'],
  ['a dot is part of a name, as with gh', ['-f', 'a.b=1', '-F', '.c.=2'], '{"a.b":"1",".c.":2}'],
  [
    'brackets nest',
    ['-f', 'a[b][c]=1', '-F', 'a[b][d]=2', '-f', 'a[x.y]=2', '-f', 'd.e[f]=3'],
    '{"a":{"b":{"c":"1","d":2},"x.y":"2"},"d.e":{"f":"3"}}',
  ],
  [
    'empty brackets add to a list',
    ['-f', 'a[]=x', '-F', 'a[]=1', '-F', 'a[]=null', '-f', 'b[c][]=y'],
    '{"a":["x",1,null],"b":{"c":["y"]}}',
  ],
  ['a list without a value is empty', ['-f', 'a[]'], '{"a":[]}'],
  [
    'a list of records begins the next where a field would be written twice',
    ['-f', 'a[][k]=1', '-f', 'a[][v]=2', '-f', 'a[][k]=3', '-f', 'a[][tags][]=x', '-f', 'a[][tags][]=y'],
    '{"a":[{"k":"1","v":"2"},{"k":"3","tags":["x","y"]}]}',
  ],
  [
    'names that JavaScript knows are names',
    ['-f', '__proto__=1', '-f', 'constructor[name]=2'],
    '{"__proto__":"1","constructor":{"name":"2"}}',
  ],
  ['a file is a text, its last line break too', ['-F', `a=@${file('text', 'Zoë\n')}`], '{"a":"Zoë\\n"}'],
  [
    'a file in UTF-16 is read as text',
    ['-F', `a=@${file('wide', Buffer.from('\ufeffZoë', 'utf16le'))}`],
    '{"a":"Zoë"}',
  ],
  [
    '--input is the whole body, digits kept',
    ['--input', file('b.json', ' {"a": 1.10, "b": {"c": [1e3]}}\n')],
    '{"a":1.10,"b":{"c":[1e3]}}',
  ],
])('%s', async (_, words, body) => {
  const { code } = await mint(words)
  expect(code).toBe(0)
  expect(requested().map((request) => request.body)).toEqual([body])
})

test('stdin is the body, or one field of it', async () => {
  expect((await mint(['--input', '-'], { stdin: '{"a":1}' })).code).toBe(0)
  expect((await mint(['-F', 'a=@-', '-f', 'b=2'], { stdin: 'x' })).code).toBe(0)
  expect(requested().map(({ body }) => body)).toEqual(['{"a":1}', '{"b":"2","a":"x"}'])
})

const secret = 'hunter2-hunter2'
mkdirSync(join(folder, secret))
test.each<[what: string, words: string[], stdin?: string]>([
  ['a field without =', ['-f', secret]],
  ['a typed field without =', ['-F', secret]],
  ['a field without a name', ['-f', `=${secret}`]],
  ['a field with half a bracket', ['-f', `a[=${secret}`]],
  ['a field with a name after a bracket', ['-f', `a[b]c=${secret}`]],
  ['a field that begins with a bracket', ['-f', `[a]=${secret}`]],
  ['a field given twice', ['-f', 'a=1', '-f', `a=${secret}`]],
  ['a text that is also an object', ['-f', `a=${secret}`, '-f', 'a[b]=1']],
  ['an object that is also a list', ['-f', 'a[b]=1', '-f', `a[]=${secret}`]],
  ['a list in a list', ['-f', `a[][]=${secret}`]],
  ['a file that is not there', ['-F', `a=@${secret}`]],
  ['a folder', ['-F', `a=@${folder}/${secret}`]],
  ['stdin for two fields', ['-F', 'a=@-', '-F', 'b=@-'], secret],
  ['fields beside --input', ['-f', `a=${secret}`, '--input', '-'], '{}'],
  ['a body that is no JSON', ['--input', '-'], `{"a": ${secret}}`],
  ['a body with a key twice', ['--input', '-'], `{"${secret}":1,"${secret}":2}`],
  ['an empty body', ['--input', '-'], ' \n'],
  ['a body that is a list', ['--input', '-'], `["${secret}"]`],
  ['a body that is a text', ['--input', '-'], `"${secret}"`],
  ['a body nested too deep', ['--input', '-'], '['.repeat(300) + ']'.repeat(300)],
  ['nothing at all', []],
])('%s is refused: exit 2, nothing sent, no value repeated', async (_, words, stdin = '') => {
  const { code, stdout, stderr } = await mint(words, { stdin })
  expect({ code, stdout, sent: requested() }).toEqual({ code: 2, stdout: '', sent: [] })
  expect(stderr).toMatch(/^error: .+\.\s\(CLI_USAGE\)\nfix: .+\n$/)
  expect(stderr).not.toContain(secret)
})

test('a fault in the JSON is placed', async () => {
  const { stderr } = await mint(['--input', '-'], { stdin: '{"a":tru}' })
  expect(stderr).toContain('The body from --input is not JSON (character 6).')
})

test('a field that stands twice in the JSON is said to', async () => {
  const { stderr } = await mint(['--input', '-'], { stdin: '{"a":1,"a":2}' })
  expect(stderr).toContain('The body from --input names a field twice.')
})

test('a file that is written while it is read is not sent', async () => {
  const path = file('growing.json', `{"a":"${'0'.repeat(12_000_000)}"}`)
  const change = `const fd = require('fs').openSync(${JSON.stringify(path)}, 'r+')
    for (let n = 0; ; n++) { require('fs').writeSync(fd, String(n % 10), 6 + n % 1000); if (n === 9) console.log('on') }`
  const writer = spawn(process.execPath, ['-e', change], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(writer.stdout, 'data')
    for (const words of [
      ['--input', path],
      ['-F', `a=@${path}`],
    ]) {
      const { code, stderr } = await mint(words)
      expect({ code, stderr, sent: requested() }).toEqual({
        code: 2,
        stderr: expect.stringContaining('changed while it was read.'),
        sent: [],
      })
    }
  } finally {
    writer.kill()
  }
})

test('only a claim has a body by itself', async () => {
  expect((await movecli('token claim --yes', { env })).code).toBe(0)
  expect(
    requested()
      .map(({ body }) => body)
      .at(-1),
  ).toBe('{}')
})
