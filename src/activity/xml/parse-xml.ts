/** XML as it comes, tag by tag, with limits and without entities. The door of saxes. */
import { SaxesParser } from 'saxes'
import { decoded, type Bytes } from '../bytes.ts'
import { limits } from '../limits.ts'
import { Unreadable } from '../unreadable.ts'

export type XmlAttributes = Readonly<Record<string, string | undefined>>

/**
 * Told of each tag by its name without prefix; `text`: of the words in a tag that has
 * nothing else in it. The root has depth 1.
 */
export type XmlHandler = {
  open(name: string, attributes: XmlAttributes, depth: number): void
  close?(name: string, depth: number): void
  text?(name: string, text: string, depth: number): void
}

/** A handler that says at the end why there was nothing to count, if so. */
export type Reader = XmlHandler & { end(): Unreadable | undefined }

const longestText = 64 * 1024

/**
 * Reads a file to its end. `pick` has the handler for the name of the root. Throws
 * Unreadable for anything that is not well-formed.
 */
export async function parseXml(
  bytes: Bytes,
  pick: (root: string, attributes: XmlAttributes) => XmlHandler,
): Promise<void> {
  const parser = new SaxesParser({ position: false, xmlns: false })
  let handler: XmlHandler | undefined
  let depth = 0
  let words = ''
  /** The tag that was opened last, while nothing but text followed. */
  let open = ''
  /** Characters since the last tag. */
  let since = 0
  const addText = (text: string): void => {
    if (words.length + text.length > longestText) throw new Unreadable('has a text that is too long')
    words += text
  }
  let part = ''
  parser.on('error', ({ message }) => {
    if (!isCharacterAlone(message, part)) throw new Unreadable(reasonOf(message))
  })
  parser.on('opentag', (tag) => {
    since = 0
    depth += 1
    if (depth > limits.depth) throw new Unreadable('is nested too deeply')
    const name = plain(tag.name)
    const attributes: XmlAttributes = tag.attributes
    if (handler) handler.open(name, attributes, depth)
    else {
      handler = pick(name, attributes)
      if (handler.text) {
        parser.on('text', addText)
        parser.on('cdata', addText)
      }
    }
    open = name
    words = ''
  })
  parser.on('closetag', (tag) => {
    since = 0
    if (handler?.text || handler?.close) {
      const name = plain(tag.name)
      if (open === name && words !== '') handler.text?.(name, words, depth)
      handler.close?.(name, depth)
    }
    open = ''
    words = ''
    depth -= 1
  })
  let begun = false
  for await (const text of decoded(bytes)) {
    // Strava writes blanks before the declaration, which XML forbids.
    part = begun ? text : text.trimStart()
    begun ||= part !== ''
    since += part.length
    if (since > limits.piece * 2 + part.length)
      throw new Unreadable('has a tag, comment or text that does not end')
    parser.write(part)
  }
  parser.close()
  if (!handler) throw new Unreadable('is not XML')
}

/** A name without its prefix: files name their namespaces as they like. */
const plain = (name: string): string => {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/**
 * Phones write what XML forbids into notes and the names of devices: a control character, or a reference to one. saxes goes on
 * behind it.
 */
const isCharacterAlone = (message: string, part: string): boolean =>
  message === 'malformed character entity.' || (message === 'disallowed character.' && forbidden.test(part))
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

const reasonOf = (message: string): string =>
  /undefined entity/.test(message)
    ? 'uses an entity of its own, and movecli expands none'
    : /unclosed|unexpected end|must contain a root/i.test(message)
      ? 'is cut off'
      : 'is not well-formed XML'
