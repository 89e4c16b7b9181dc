/** Secrets by value: registered as they are read, and hidden in whatever form text repeats them. */
import { unescaped, unquotedPrintable, lower, rewrite, type Rewritten, type Way } from './disguise.ts'
import type { Find, Repeat } from '../contract/find-repeats.ts'
import { piecesOf } from './secret-pieces.ts'
import { addForms, addPending, addPieces, noForms, shortestSecret, type Forms } from './secret-forms.ts'
import { views, type FormView } from './secret-views.ts'

export type Secrets = {
  /** Registers a secret; shorter than six characters it is left alone, for it would hide ordinary words. */
  add(secret: string | undefined): void
  /** Foreign text with every secret, in the forms it travels in, replaced. */
  redact(text: string): string
  /** Redacts text of our own making, whose words stay: a secret of letters alone may be one of them. */
  redactOwn(text: string): string
}

export const hidden = '[redacted]'

/** Is it so long that it is hidden? What is shorter stands in ordinary words. */
export const isHideable = (secret: string): boolean => secret.trim().length >= shortestSecret

export function createSecrets(): Secrets {
  const all = registry()
  const unlikeWords = registry()
  return {
    add(secret) {
      const value = secret?.trim() ?? ''
      if (!isHideable(value)) return
      all.add(value)
      if (!isWord(value)) unlikeWords.add(value)
    },
    redact: (text) => withoutSecrets(all, text),
    redactOwn: (text) => withoutSecrets(unlikeWords, text),
  }
}

/** It may stand in our own sentences and names. */
const isWord = (secret: string) => secret.length < 20 && /^[a-z][a-z_ -]*$/i.test(secret)

type Registry = { add(secret: string): void; forms(): Forms }

/** Secrets and their forms, which are made for the first text that is looked at and long enough. */
function registry(): Registry {
  const known = new Set<string>()
  const fresh: string[] = []
  const forms = noForms()
  return {
    add(secret) {
      if (known.has(secret)) return
      known.add(secret)
      fresh.push(secret)
    },
    forms() {
      for (const secret of fresh.splice(0)) {
        addForms(secret, forms)
        addPieces(piecesOf(secret), forms)
      }
      return forms
    },
  }
}

function withoutSecrets(secrets: Registry, text: string): string {
  const forms = secrets.forms()
  return forms.plain.length > 0 && text.length >= shortestSecret ? hide(text, spansIn(text, forms)) : text
}

function spansIn(text: string, forms: Forms): Repeat[] {
  const seen = lower(text)
  const spans: Repeat[] = []
  const clear = unescaped(seen)
  addPending(clear.text, forms)
  for (const find of forms.plain) find(seen, spans)
  spansWithin(clear, clear.text === seen ? [] : forms.decoded, forms, spans)
  const unquoted = unquotedPrintable(clear)
  if (unquoted) spansWithin(unquoted, forms.decoded, forms, spans)
  return spans
}

/** Adds the spans of what was escaped, of what is cut, and of what has something between its parts. */
function spansWithin({ text, back }: Rewritten, whole: Find[], forms: Forms, spans: Repeat[]): void {
  const within: Repeat[] = []
  for (const find of [...whole, ...forms.cuts]) find(text, within)
  for (const [at, view] of views.entries()) {
    let seenAs: SeenAs | undefined
    let differs: boolean | undefined
    for (const { find, begins } of forms.views[at]!) {
      find(text, within)
      if ((differs ??= text.search(view.pattern) >= 0) && begins(text))
        (seenAs ??= through(view, text))(find, within)
    }
  }
  for (const [from, to] of within) spans.push(back(from, to))
}

/** Adds the spans of a form between whose parts there is something else. */
type SeenAs = (find: Find, spans: Repeat[]) => void

/** The text is rewritten once for all forms of a view, and the way back is made where one is found. */
function through({ pattern, stands, edge = '', tail }: FormView, text: string): SeenAs {
  const whole = edge + text + edge
  const seen = whole.replace(pattern, stands)
  let back: Way | undefined
  return (find, spans) => {
    const found: Repeat[] = []
    find(seen, found)
    if (found.length === 0) return
    back ??= rewrite(whole, pattern, ([match]) => (match === stands ? undefined : stands)).back
    for (const [start, end] of found) {
      const [from, to] = back(start, end)
      const until = Math.min(to - edge.length, text.length)
      spans.push([Math.max(from - edge.length, 0), until + tailOf(text, until, tail)])
    }
  }
}

/** The length of what is of a form that ends there. */
function tailOf(text: string, end: number, tail: RegExp | undefined): number {
  if (!tail) return 0
  tail.lastIndex = end
  return tail.exec(text)?.[0].length ?? 0
}

/** Secrets may overlap: none leaves its tail behind. */
function hide(text: string, spans: Repeat[]): string {
  let out = ''
  let done = -1
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    if (from > done) out += text.slice(Math.max(done, 0), from) + hidden
    done = Math.max(done, to)
  }
  return out + text.slice(Math.max(done, 0))
}
