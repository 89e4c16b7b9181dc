/**
 * Text of which none may be written before all of it is there: in memory while it is
 * short, then where there is room for it.
 */

/** A place for long text, read in the order it was written. */
export type Spool = {
  write(text: string): Promise<void>
  read(): AsyncIterable<string>
  close(): Promise<void>
}

/** Characters that are held in memory. */
const mostHeld = 1024 * 1024

type Write = (text: string) => Promise<void>

/**
 * Writes what the work wrote once it has ended; after a failure only where `stands` says
 * so. `open` makes room, else memory does.
 */
export async function holding<T>(
  work: (write: Write) => Promise<T>,
  write: Write,
  { stands, open }: { stands: (error: unknown) => boolean; open: (() => Promise<Spool>) | undefined },
): Promise<T> {
  const held = hold(open)
  const letOut = async (): Promise<void> => {
    for await (const part of held.all()) await write(part)
  }
  try {
    const result = await work(async (text) => held.add(text))
    await letOut()
    return result
  } catch (error) {
    if (stands(error)) await letOut()
    throw error
  } finally {
    await held.close()
  }
}

function hold(open: (() => Promise<Spool>) | undefined) {
  let parts: string[] = []
  let size = 0
  let spool: Spool | undefined
  let refused = false
  return {
    async add(text: string): Promise<void> {
      parts.push(text)
      size += text.length
      if (!open || refused || size < mostHeld) return
      try {
        spool ??= await open()
        await spool.write(parts.join(''))
        parts = []
        size = 0
      } catch {
        refused = true
      }
    },
    async *all(): AsyncGenerator<string> {
      if (spool) yield* spool.read()
      yield* parts
    },
    close: async (): Promise<void> => spool?.close(),
  }
}
