/** Reads the XML of a JUnit file strictly, and holds it against what the common schema asks for (test/fixtures/junit.xsd). */
export type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string): string =>
  text.replace(/&(#\d+|\w+);/g, (whole, name: string) => {
    const found = name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : entities[name]
    if (found === undefined) throw new Error(`not an entity: ${whole}`)
    return found
  })

/** The root of a document. Throws for anything that is not well formed. */
export function parseXml(xml: string): Element {
  const head = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(xml)?.[0]
  if (head === undefined) throw new Error('no XML declaration')
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(xml))
    throw new Error('a character that XML cannot hold')
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const token = /<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
  token.lastIndex = head.length
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex
    const found = token.exec(xml)
    if (!found) throw new Error(`not well formed: ${xml.slice(at, at + 60)}`)
    const [, closing, name = '', attributes = '', empty, text] = found
    const top = open.at(-1)!
    if (/&(?!#?\w+;)/.test(text ?? attributes)) throw new Error(`a bare &: ${text ?? attributes}`)
    if (text !== undefined) {
      top.text += plain(text)
    } else if (closing) {
      if (open.pop()?.name !== name) throw new Error(`${name} closes another`)
    } else {
      const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [
        key,
        plain(value!),
      ])
      const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
      top.children.push(element)
      if (!empty) open.push(element)
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('not one whole element')
  return root.children[0]!
}

type Form = {
  attributes: Record<string, RegExp>
  optional?: Record<string, RegExp>
  /** Names of the children in order, as a pattern over `a,b,b,`. */
  children: RegExp
}
const [any, token, count, decimal] = [/[^]*/, /^\S(?:.*\S)?$/, /^\d+$/, /^\d+(\.\d+)?$/]
const forms: Record<string, Form> = {
  testsuites: { attributes: {}, children: /^(testsuite,)*$/ },
  testsuite: {
    attributes: {
      id: count,
      package: token,
      name: token,
      timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
      hostname: token,
      tests: count,
      failures: count,
      errors: count,
      time: decimal,
    },
    optional: { skipped: count },
    children: /^properties,(testcase,)*system-out,system-err,$/,
  },
  properties: { attributes: {}, children: /^(property,)*$/ },
  property: { attributes: { name: token, value: any }, children: /^$/ },
  testcase: {
    attributes: { name: token, classname: token, time: decimal },
    children: /^((skipped|error|failure),)?$/,
  },
  skipped: { attributes: {}, optional: { message: any }, children: /^$/ },
  failure: { attributes: { type: any }, optional: { message: any }, children: /^$/ },
  'system-out': { attributes: {}, children: /^$/ },
  'system-err': { attributes: {}, children: /^$/ },
}

/** Everything in which an element is not of its form. */
export function problemsOf(element: Element): string[] {
  const { name, attributes, children } = element
  const form = forms[name]
  if (!form) return [`${name} is no element of the schema`]
  const known = { ...form.attributes, ...form.optional }
  const inOrder = children.map((child) => `${child.name},`).join('')
  return [
    ...Object.keys(form.attributes).flatMap((key) => (key in attributes ? [] : [`${name} lacks ${key}`])),
    ...Object.entries(attributes).flatMap(([key, value]) =>
      known[key]?.test(value) ? [] : [`${name}: ${key}="${value}"`],
    ),
    ...(form.children.test(inOrder) ? [] : [`${name} holds ${inOrder}`]),
    ...children.flatMap(problemsOf),
  ]
}
