/** Opens the page in the person's browser: the system's opener, by absolute path, without a shell and without our secrets. */
import { findProgram } from '../../runtime/find-program.ts'
import { startProgram } from '../../runtime/subprocess.ts'
import type { Tools } from '../../runtime/services.ts'

const openers: Partial<Record<NodeJS.Platform, { program: string; args: string[] }>> = {
  darwin: { program: '/usr/bin/open', args: [] },
  win32: { program: 'rundll32.exe', args: ['url.dll,FileProtocolHandler'] },
}

/** Starts the opener and goes on; where there is none the person opens the address that was printed. */
export async function openInBrowser(url: string, tools: Tools): Promise<void> {
  const { program, args } = openers[tools.context.platform] ?? { program: 'xdg-open', args: [] }
  try {
    await startProgram(await findProgram(program, tools), [...args, url], tools)
  } catch {
    await tools.note('note: Cannot open a browser. Open the address yourself.')
  }
}
