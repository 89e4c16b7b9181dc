/** The sign-in page that a login serves, by the address that it says on stderr. */
import { expect } from 'vitest'

const shown = /http:\/\/127\.0\.0\.1:\d+\/[\w-]{20,}\//

/** Waits until the page is there, asks it for the message of an address, and posts what a wallet says of it. */
export async function signInPage(stderr: () => string, address: string) {
  await expect.poll(() => shown.test(stderr()), { timeout: 30_000 }).toBe(true)
  const url = shown.exec(stderr())?.[0] ?? ''
  const post = async (name: string, body: object) =>
    fetch(`${url}${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(url).origin },
      body: JSON.stringify(body),
    })
  const { message } = (await (await post('message', { address })).json()) as { message: string }
  return { message, post }
}
