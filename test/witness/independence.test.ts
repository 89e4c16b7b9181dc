/** Holds the witness to what makes it one: no import of ours, and the exchanges copied from the service's document. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readExchanges } from '../spec/read.ts'
import { startWitness } from './service.ts'
import type { Witness } from './service.ts'

let witness: Witness
beforeAll(async () => {
  witness = await startWitness({ proof: 'zkp-true' })
})
afterAll(() => witness.close())

test('the witness imports Node, itself and the exchanges, nothing of ours', () => {
  const here = new URL('.', import.meta.url)
  const files = readdirSync(here).filter((file) => !file.endsWith('.test.ts'))
  const text = [...files, '../spec/read.ts']
    .map((file) => readFileSync(new URL(file, here), 'utf8'))
    .join('\n')
  const imports = [...text.matchAll(/from '([^']+)'/g)].map((match) => match[1])
  expect(imports.length).toBeGreaterThan(5)
  expect(
    imports.filter((name) => !/^(node:|\.\/[a-z]+\.ts$|\.\.\/spec\/read\.ts$)/.test(name ?? '')),
  ).toEqual([])
  expect(text).not.toMatch(/import\(|require\(/)
})

/** States that the witness has by itself; the others (a limit, a chain, a missing NFT) are played by rules. */
const played = /^(requests-this-hour=\d{4}|chain-down|no-such-nft=\w+)$/

test.each(readExchanges().filter(({ given }) => !given.some((state) => played.test(state))))(
  'the witness answers $name as the API document does',
  async ({ request, response, expects, given }) => {
    const token = given.some((state) => state.startsWith('expired')) ? witness.expiredToken : witness.token
    const headers = request.headers.map(([name, value]): [string, string] => [
      name,
      value.replace('<API_KEY>', witness.key).replace('<ACCESS_TOKEN>', token),
    ])
    const { method, target, body } = request
    const answer = await fetch(witness.url + target, { method, headers, ...(body && { body }) })
    expect(answer.status).toBe(response.status)
    expect(await answer.json()).toMatchObject(
      expects.code ? { success: false, error: { code: expects.code } } : { success: true, data: {} },
    )
  },
)
