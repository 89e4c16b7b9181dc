/** The pictures of a history in a real Chromium: what axe and the browser itself find in them. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'
import { startChromium } from './chromium.ts'

const folder = freshFolder()
const [svg, html] = [join(folder, 'history.svg'), join(folder, 'history.html')]

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
  const { code } = await movecli(`motion history -n sandbox --all --svg ${svg} --html ${html}`)
  expect(code).toBe(0)
})
afterAll(async () => browser.close())

/** A file as a browser shows it, and what it complained of. */
async function open(path: string, dark: boolean) {
  // axe is put into the page by a script, which the page itself forbids.
  const page = await browser.newPage({ colorScheme: dark ? 'dark' : 'light', bypassCSP: true })
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(pathToFileURL(path).href)
  return { page, said, requests }
}

test.each([false, true])('axe finds nothing to complain of in the page (dark: %s)', async (dark) => {
  const { page, said, requests } = await open(html, dark)
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core') })
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
  expect(violations).toEqual([])
  expect({ said, requests: requests.length }).toEqual({ said: [], requests: 1 })
})

test.each([false, true])(
  'the drawing is valid XML with a name, a description and its own paper (dark: %s)',
  async (dark) => {
    const { page, said, requests } = await open(svg, dark)
    const seen = await page.evaluate(`(() => {
    const root = document.documentElement
    const named = root.getAttribute('aria-labelledby').split(' ')
    return {
      root: root.nodeName,
      words: named.map((id) => document.getElementById(id).textContent.length > 5),
      paper: getComputedStyle(document.querySelector('.paper')).fill,
      bars: document.querySelectorAll('rect.bar').length,
    }
  })()`)
    expect(seen).toEqual({
      root: 'svg',
      words: [true, true],
      paper: dark ? 'rgb(13, 17, 23)' : 'rgb(255, 255, 255)',
      bars: 180,
    })
    expect({ said, requests: requests.length }).toEqual({ said: [], requests: 1 })
  },
)
