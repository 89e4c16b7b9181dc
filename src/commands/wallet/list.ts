/** Lists the keystores that --keystore finds by name. Its line is in ./index.ts. */
import type { InputTools } from '../../runtime/input-files.ts'
import { join } from 'node:path'
import type { Json } from '../../contract/lossless-json.ts'
import { namesIn } from '../../disk/list-folder.ts'
import { MoveError, hasExit } from '../../errors.ts'
import { keystoreAt, keystoreFolder } from '../../login/signer-files.ts'
import { rows, type Column } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'
import { checksummed } from '../../wallet/address.ts'

const keystoreColumns: Column[] = [
  { field: 'name', title: 'Name' },
  { field: 'address', title: 'Address', show: (value) => (typeof value === 'string' ? value : 'not named') },
  { field: 'file', title: 'File', hidden: true },
]

export const run: CommandHandler = async (_, tools) => {
  const folder = keystoreFolder(tools.context.home)
  return rows(keystoresIn(folder, tools), keystoreColumns, `There are no keystores in ${folder}.`)
}

/** What is no keystore is named on stderr and left out. */
async function* keystoresIn(folder: string, tools: InputTools & Part<'note', 'home'>): AsyncGenerator<Json> {
  for (const name of (await namesIn(folder)).sort()) {
    const file = join(folder, name)
    try {
      const { address } = await keystoreAt(file, tools)
      yield { name, address: address === undefined ? null : await checksummed(address), file }
    } catch (error) {
      if (!(error instanceof MoveError) || !hasExit(error, 'usage')) throw error
      await tools.note(`note: ${name} is left out. ${error.message}`)
    }
  }
}
