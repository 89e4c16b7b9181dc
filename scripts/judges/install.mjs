/** The judges themselves, pinned. */
import { npmFolder } from './npm-folder.mjs'

const wanted = {
  '@redocly/cli': '2.77.0',
  '@stoplight/prism-cli': '5.14.2',
  '@foundry-rs/cast': '1.7.1',
  '@foundry-rs/anvil': '1.7.1',
  ajv: '8.20.0',
  'ajv-formats': '3.0.1',
}

/** The judges as the tally calls them. */
export const names = {
  redocly: `Redocly ${wanted['@redocly/cli']}`,
  prism: `Prism ${wanted['@stoplight/prism-cli']}`,
  cast: `cast ${wanted['@foundry-rs/cast']}`,
  anvil: `anvil ${wanted['@foundry-rs/anvil']}`,
  ajv: `ajv ${wanted.ajv}`,
}

/** Paths of their programs, and a function that loads their libraries. Throws where the registry does not have them. */
export async function installJudges(folder) {
  const { bin, load } = await npmFolder(folder, wanted)
  return {
    redocly: bin('redocly'),
    prism: bin('prism'),
    cast: bin('cast'),
    anvil: bin('anvil'),
    load,
  }
}
