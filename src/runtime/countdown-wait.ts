/** A wait that a person on a terminal sees shrink. */
import { progressLine, type ProgressTools } from './progress-line.ts'

/** Resolves with `wait`, which takes `ms`; `words` say how much is left. */
export async function counting(
  tools: ProgressTools,
  ms: number,
  words: (left: number) => string,
  wait: Promise<void>,
): Promise<void> {
  if (!tools.context.stderr.isTTY) return wait
  const { countdown } = await import('../output/countdown.ts')
  const end = countdown(ms, words, progressLine(tools))
  return wait.finally(end)
}
