/**
 * Reads the exchanges that were copied by hand from the service's document. Blocks begin at `###`: a request, then its
 * response; a block of comments alone says what the document is silent about. Comment lines:
 *
 *   # docs/service.md §…: …   the sentence it stands on    # @name, # @operation  unique name; operation of the contract
 *   # @input k=v     what a caller would name            # @given …              the state of the service or the caller
 *   # @exit, # @code what movecli makes of the answer    # @silent …             what the document does not say
 *   # @command, # @stdin the command that sends it       # body: not shown       below is only what §1 promises of every body
 *
 * `@given own-nft=id`: the input `id` names an NFT that the user owns; `@given no-such-nft=id`: one that does not exist.
 *
 * These exchanges are the one table of operations that tests know: what is sent and answered for each, and by which command.
 */
import { readdirSync, readFileSync } from 'node:fs'

export type Headers = [name: string, value: string][]
export type Exchange = {
  name: string
  file: string
  /** 1 to 9: the section of docs/service.md that the file is about. */
  section: number
  /** The sentences it stands on, each beginning with its section. */
  cites: string[]
  operation: string
  input: Record<string, string>
  given: string[]
  /** The command that sends it, without `movecli`, and what it is given on stdin. */
  command: string | undefined
  stdin: string
  request: {
    method: string
    /** Which of the document's two base addresses it is below. */
    base: 'base_url' | 'testnet_base_url'
    /** Path and query below the base address. */
    target: string
    /** The path, with the names of the inputs that it holds in braces. */
    path: string
    headers: Headers
    body: string
    bodyShown: boolean
  }
  response: { status: number; headers: Headers; body: string; bodyShown: boolean }
  expects: { exit: number; code: string | undefined }
}
export type Endpoint = {
  operation: string
  method: string
  path: string
  /** The document gives its method and path, and nothing more. */
  bare: boolean
  exchanges: Exchange[]
}
export type Silence = { file: string; section: number; text: string }

type Block = { file: string; section: number; notes: string[]; start: string; headers: Headers; body: string }

/** Every exchange under test/spec, in the order of files and lines. Throws where one is not whole. */
export function readExchanges(): Exchange[] {
  const messages = blocks().filter((block) => block.start !== '')
  return messages.flatMap((block, at) => {
    if (isResponse(block)) return []
    const answer = messages[at + 1]
    if (!answer || !isResponse(answer) || answer.file !== block.file) throw wrong(block, 'has no response')
    return [exchange(block, answer)]
  })
}

/** Every operation of the document, in the order of their names. */
export function readEndpoints(): Endpoint[] {
  const all = readExchanges()
  const names = [...new Set(all.map(({ operation }) => operation))].toSorted()
  return names.map((operation) => {
    const exchanges = all.filter((each) => each.operation === operation)
    const [{ request }] = exchanges as [Exchange]
    const bare = exchanges.some(({ cites }) =>
      cites.some((cite) => cite.endsWith('by method and path only.')),
    )
    return { operation, method: request.method, path: request.path, bare, exchanges }
  })
}

/** What was copied of a body, else the one that its command gives: the document shows none, a caller has to send one. */
export function bodyOf({ request, command = '', stdin }: Exchange): Record<string, unknown> {
  if (request.bodyShown && request.body) return JSON.parse(request.body) as Record<string, unknown>
  if (stdin !== '') return JSON.parse(stdin) as Record<string, unknown>
  return Object.fromEntries(
    [...command.matchAll(/ -[fF] (\w+)=(\S+)/g)].map(([, key, value]) => [key, value]),
  )
}

/** The state that an exchange supposes: `own-nft` with `id`, `no-key` with nothing. */
export const stateOf = ({ given }: Exchange): Map<string, string | undefined> =>
  new Map(given.map((one) => one.split('=') as [string, string | undefined]))

/** Everything that the service's document leaves open, as the files under test/spec note it. */
export const readSilences = (): Silence[] =>
  blocks().flatMap(({ file, section, notes }) =>
    directive(notes, 'silent').map((text) => ({ file, section, text })),
  )

function exchange(block: Block, answer: Block): Exchange {
  const { file, section, notes, headers, body } = block
  const one = (name: string) => {
    const [value, ...more] = directive(notes, name)
    if (value === undefined || more.length > 0) throw wrong(block, `needs one @${name}`)
    return value
  }
  const line = /^([A-Z]+) \{(base_url|testnet_base_url)\}(\/\S+)$/.exec(block.start)
  const status = /^HTTP\/1\.1 (\d{3}) \S/.exec(answer.start)
  if (!line || !status) throw wrong(block, 'has a request or status line that cannot be read')
  const input = Object.fromEntries(directive(notes, 'input').map((pair) => split(pair, '=')))
  return {
    name: one('name'),
    file,
    section,
    cites: notes.flatMap((note) => /^docs\/service\.md (§.*)$/.exec(note)?.[1] ?? []),
    operation: one('operation'),
    input,
    given: directive(notes, 'given'),
    command: directive(notes, 'command')[0],
    stdin: directive(notes, 'stdin')[0] ?? '',
    request: {
      method: line[1] ?? '',
      base: line[2] === 'base_url' ? 'base_url' : 'testnet_base_url',
      target: line[3] ?? '',
      path: pathOf(line[3] ?? '', input),
      headers,
      body,
      bodyShown: !notes.includes('body: not shown'),
    },
    response: {
      status: Number(status[1]),
      headers: answer.headers,
      body: answer.body,
      bodyShown: !answer.notes.includes('body: not shown'),
    },
    expects: { exit: Number(one('exit')), code: directive(notes, 'code')[0] },
  }
}

/** `/nft/collection/0x…` as `/nft/collection/{address}`. */
function pathOf(target: string, input: Record<string, string>): string {
  const names = new Map(Object.entries(input).map(([name, value]) => [value, `{${name}}`]))
  const [path = ''] = target.split('?')
  return path
    .split('/')
    .map((part) => names.get(part) ?? part)
    .join('/')
}

const blocks = (): Block[] =>
  readdirSync(new URL('.', import.meta.url))
    .filter((file) => file.endsWith('.http'))
    .sort()
    .flatMap((file) =>
      readFileSync(new URL(file, import.meta.url), 'utf8')
        .split(/^###.*\n/m)
        .filter((text) => text.trim() !== '')
        .map((text) => block(file, text)),
    )

/** Comments may stand anywhere; of the rest, head and body are parted by the first blank line. */
function block(file: string, text: string): Block {
  const lines = text.split('\n')
  const notes = lines.filter(isNote).map((line) => line.slice(2))
  const message = lines.filter((line) => !isNote(line)).join('\n')
  const [head, body] = split(message.trimStart(), '\n\n')
  const [start = '', ...headers] = head.trimEnd().split('\n')
  return {
    file,
    section: Number(file.slice(0, 2)),
    notes,
    start,
    headers: headers.map((line) => split(line, ': ')),
    body: body.trim(),
  }
}

const isNote = (line: string) => line.startsWith('# ')
const isResponse = (block: Block) => block.start.startsWith('HTTP/')
const wrong = ({ file, start }: Block, what: string) => new Error(`test/spec/${file}: "${start}" ${what}`)

const directive = (notes: string[], name: string): string[] =>
  notes.filter((note) => note.startsWith(`@${name} `)).map((note) => note.slice(name.length + 2).trim())

const split = (text: string, mark: string): [string, string] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)]
}
