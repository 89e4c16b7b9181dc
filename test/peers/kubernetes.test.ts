/**
 * The manifests of the recipes, against the schemas of the Kubernetes API (npm:
 * kubernetes-models), and the Dockerfile by a linter.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
/**
 * Packages of the peers, installed beside the project: `npm i --no-save --prefix
 * .tmp/peers kubernetes-models dockerfile-utils`.
 */
const peer = async (file: string) =>
  import(
    pathToFileURL(join(process.env['MOVECLI_PEERS'] ?? join(root, '.tmp/peers'), 'node_modules', file)).href
  )

type Manifest = { kind: 'Job' | 'CronJob'; spec: Record<string, unknown> }
type Models = Record<Manifest['kind'], new (manifest: Manifest) => { validate(): void }>

const recipes = readFileSync(join(root, 'docs/recipes.md'), 'utf8')
const manifests = [...recipes.matchAll(/```yaml\n(apiVersion[\s\S]*?)```/g)].map(
  ([, text = '']) => parse(text) as Manifest,
)

test('each manifest fits the schema of its kind, and one that does not is found', async () => {
  const models = (await peer('kubernetes-models/batch/v1/index.js')) as Models
  expect(manifests.map(({ kind }) => kind).toSorted()).toEqual(['CronJob', 'Job'])
  for (const manifest of manifests) {
    new models[manifest.kind](manifest).validate()
    const wrong = { ...manifest, spec: { ...manifest.spec, schedule: 5, backoffLimitPerIndex: 'five' } }
    expect(() => new models[manifest.kind](wrong).validate()).toThrow(/must be/)
  }
})

test('the linter finds nothing in the Dockerfiles, and the image is no root', async () => {
  const { validate } = (await peer('dockerfile-utils/lib/main.js')) as {
    validate: (text: string) => { message: string }[]
  }
  const [, recipe = ''] = /```dockerfile\n([\s\S]*?)```/.exec(recipes) ?? []
  const own = readFileSync(join(root, 'Dockerfile'), 'utf8')
  for (const text of [own, recipe]) {
    expect(validate(text).map(({ message }) => message)).toEqual([])
    const users = [...text.matchAll(/^USER (\S+)/gm)].map(([, user]) => user)
    expect(users.at(-1)).toMatch(/^(node|1000(:1000)?)$/)
    expect(text.lastIndexOf('\nRUN ')).toBeLessThan(text.lastIndexOf('\nUSER '))
  }
  expect(validate('FROM node\nRUNN x\n').length).toBeGreaterThan(0)
})
