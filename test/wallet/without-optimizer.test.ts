import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { withoutOptimizer } from '../../src/wallet/without-optimizer.ts'
import { bundle } from '../support/bundle.ts'

test('what the work returns and throws comes through', () => {
  expect(withoutOptimizer(() => 3)).toBe(3)
  const fails = () =>
    withoutOptimizer(() => {
      throw new Error('no')
    })
  expect(fails).toThrow('no')
})

const script = `
import { withoutOptimizer } from 'src/wallet/without-optimizer.ts'
const meanwhile = () => { let sum = 0; for (let at = 0; at < 3e6; at++) sum = (sum * 31 + at) | 0; return sum }
const afterwards = () => { let sum = 0; for (let at = 0; at < 3e7; at++) sum = (sum * 33 + at) | 0; return sum }
withoutOptimizer(meanwhile)
afterwards()
`

test('nothing is optimized meanwhile, and everything again after that', async () => {
  const said = execFileSync(process.execPath, ['--trace-opt', await bundle(script)], { encoding: 'utf8' })
  expect(said).not.toMatch(/\bmeanwhile\b/)
  expect(said).toMatch(/\bafterwards\b/)
})
