/** Opens the page in the person's browser: the system's opener, by absolute path, without a shell and without our secrets. */
import { findProgram } from '../../runtime/find-program.ts'
import { startProgram } from '../../runtime/subprocess.ts'
import type { Part } from '../../runtime/services.ts'

const openers: Partial<Record<NodeJS.Platform, { program: string; args: string[] }>> = {
  darwin: { program: '/usr/bin/open', args: [] },
  win32: { program: 'rundll32.exe', args: ['url.dll,FileProtocolHandler'] },
}

/** Starts the opener and goes on; where there is none the person opens the address that was printed. */
export async function openInBrowser(
  url: string,
  { note, context }: Part<'note', 'env' | 'platform' | 'secrets'>,
): Promise<void> {
  const { program, args } = openers[context.platform] ?? { program: 'xdg-open', args: [] }
  try {
    await startProgram(await findProgram(program, context), [...args, url], context.env)
  } catch {
    await note('note: Cannot open a browser. Open the address yourself.')
  }
}
