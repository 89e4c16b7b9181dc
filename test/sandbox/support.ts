/** What the sandbox's tests share: asking in one line, a wallet that signs. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { parseJson, writeJson } from '../../src/contract/lossless-json.ts'
import { sandboxBaseUrl } from '../../src/contract/service.ts'
import type { Transport, WireResponse } from '../../src/contract/wire.ts'
import { sandboxApiKey, sandboxPrivateKey, sandboxToken } from '../../src/sandbox/constants.ts'
import { makeProof } from '../../src/sandbox/proof.ts'
import { noon } from '../support/clock.ts'

export const wallet = privateKeyToAccount(sandboxPrivateKey as `0x${string}`)
export const stranger = privateKeyToAccount(`0x${'7'.repeat(64)}`)
export const folder = () => mkdtempSync(join(tmpdir(), 'movecli-sandbox-'))

type Said = {
  success: boolean
  data?: unknown
  error?: { code: string; message: string; details: string }
}
type More = {
  body?: unknown
  token?: string | null
  headers?: Record<string, string>
  base?: string
  signal?: AbortSignal
}

/** Sends `GET /path` with key and the test wallet's session; `token: null` goes without one. */
export async function send(sandbox: Transport, line: string, more: More = {}): Promise<WireResponse> {
  const { body, token = sandboxToken, headers = {}, base = sandboxBaseUrl, signal } = more
  const [method = '', path = ''] = line.split(' ')
  const bytes =
    body instanceof Uint8Array
      ? body
      : body === undefined
        ? undefined
        : new TextEncoder().encode(typeof body === 'string' ? body : writeJson(body))
  return sandbox({
    method,
    url: base + path,
    headers: {
      'X-API-Key': sandboxApiKey,
      'Content-Type': 'application/json',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(bytes && { body: bytes }),
    signal: signal ?? new AbortController().signal,
  })
}

/** Sends a request and reads its answer: numbers in the data as their digits. */
export async function ask(sandbox: Transport, line: string, more: More = {}) {
  const answer = await send(sandbox, line, more)
  const said = parseJson(await textOf(answer)) as unknown as Said
  return { status: answer.status, headers: new Map(answer.headers), ...said }
}

/** `401 AUTH_001`, or `200` and the data's place. */
export async function outcome(sandbox: Transport, line: string, more: More = {}): Promise<string> {
  const { status, error } = await ask(sandbox, line, more)
  return error ? `${status} ${error.code}` : `${status}`
}

export async function textOf(answer: WireResponse): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of answer.body) parts.push(part)
  return Buffer.concat(parts).toString()
}

type Fields = Partial<Parameters<typeof createSiweMessage>[0]>
/** A login's body, its message and signature by viem. */
export async function signed(fields: Fields = {}, by = wallet) {
  const message = createSiweMessage({
    address: by.address,
    chainId: 1,
    domain: '127.0.0.1:4017',
    issuedAt: new Date(noon),
    nonce: `nonce${Math.random().toString(36).slice(2)}00000000`,
    uri: sandboxBaseUrl,
    version: '1',
    ...fields,
  })
  return { address: by.address, message, signature: await by.signMessage({ message }) }
}

type Motion = { steps: number; distance: number; duration: number; device_id?: string }
/** A submission with its proof. */
export const motion = (values: Partial<Motion> = {}) => {
  const whole = { steps: 5000, distance: 3.2, duration: 1860, device_id: 'watch-7', ...values }
  return { ...whole, proof: makeProof(whole) }
}
