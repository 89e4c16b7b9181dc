/** Elements of SVG and HTML as text: every name comes from here, every text and value is escaped. */
import { sanitizeText } from '../sanitize.ts'

/** Markup that is escaped already. */
export type Markup = { readonly markup: string }
type Child = Markup | string
export type Attributes = { readonly [name: string]: string | number | undefined }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Foreign text without what could steer, hide or forge, and without what markup would take for its own. */
export const escaped = (text: string): string =>
  sanitizeText(text).replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** An element. Attributes without a value are left out; texts among its children are escaped. */
export function element(name: string, attributes: Attributes, ...children: readonly Child[]): Markup {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(typeof value === 'number' ? rounded(value) : value)}"`],
  )
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : child.markup)).join('')
  return { markup: `<${name}${given.join('')}>${inner}</${name}>` }
}

/** Text of our own that markup must not change, such as a style sheet. */
export const verbatim = (markup: string): Markup => ({ markup })

/** A coordinate with at most two decimals. */
export const rounded = (value: number): string => String(Math.round(value * 100) / 100)
