/** Real child processes for tests: TypeScript of this project, bundled as it is for publication, run by plain Node. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { wasm } from '../../scripts/bundle/wasm.ts'

const root = join(import.meta.dirname, '../..')
const made = new Map<string, Promise<string>>()

/** The path of a CommonJS script made from `source`, whose imports start at the project's root: `import … from 'src/…'`. */
export function bundle(source: string): Promise<string> {
  const known = made.get(source)
  if (known) return known
  const fresh = build(source)
  made.set(source, fresh)
  return fresh
}

async function build(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'movecli-child-'))
  const entry = join(folder, 'entry.ts')
  await writeFile(entry, source.replaceAll(/from '(src|test)\//g, `from '${root}/$1/`))
  const file = join(folder, 'entry.cjs')
  await write(entry, file)
  // The thread that provers run in is a file beside the command.
  if (source.includes('src/cli/main.ts'))
    await write(join(root, 'src/runtime/lines/line-thread.ts'), join(folder, 'line-thread.js'))
  return file
}

async function write(input: string, file: string): Promise<void> {
  const made = await rolldown({
    input,
    platform: 'node',
    logLevel: 'silent',
    plugins: [wasm],
    resolve: { modules: ['node_modules', join(root, 'node_modules')] },
  })
  await made.write({ file, format: 'cjs', codeSplitting: false })
  await made.close()
}

export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

/**
 * Starts a bundled script. `ended` resolves with all it said; `says` once a word was on stdout,
 * `notes` on stderr; `said` is all of it so far.
 */
export function start(script: string, args: readonly string[] = [], through: readonly string[] = []) {
  const [program, ...rest] = [...through, process.execPath, script, ...args]
  const child: ChildProcess = spawn(program!, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(
    ([code, signal]: unknown[]) => ({ code, signal, stdout, stderr }) as Ended,
  )
  const heard = async (word: string, said: () => string): Promise<void> => {
    while (!said().includes(word)) {
      if (child.exitCode !== null) throw new Error(`ended without saying ${word}: ${stderr}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  return {
    child,
    ended,
    says: async (word: string) => heard(word, () => stdout),
    notes: async (word: string) => heard(word, () => stderr),
    said: () => stdout,
  }
}
