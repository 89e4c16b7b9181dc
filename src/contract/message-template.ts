/** What a text must be that replaces the sign-in message. */
import { hasControls } from './control-characters.ts'

/** What is wrong with a template, as `must …`; nothing where it can be used. */
export function templateFault(template: string): string | undefined {
  if (!template.includes('{timestamp}')) return 'must hold {timestamp}'
  return hasControls(template.replaceAll('\n', ''))
    ? 'must have no control character but line breaks'
    : undefined
}
