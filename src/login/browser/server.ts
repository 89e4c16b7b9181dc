/** Serves the sign-in page on 127.0.0.1 and hands on the one signature that it accepts. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Signed } from '../../wallet/signer.ts'
import { pageHeaders, requestObject, refusalOf } from './guard.ts'
import { page } from './page.ts'

/** What the page reports of a wallet that does not sign. */
export const problemKinds = ['no-wallet', 'locked', 'pending', 'wrong-account', 'rejected', 'other'] as const
export type ProblemKind = (typeof problemKinds)[number]

export type PageOptions = {
  /** 0 picks one. */
  port: number
  /** The unguessable part of the address. */
  secret: string
  /** Shown on the page. `address`: the only one that may sign, where one is known. */
  state: { network: string; service: string; address?: string }
  /** Called with a second answer after the first was accepted. */
  onSecond: () => void
}

/** What a sign-in gives the page, once it is known to whom it speaks. */
export type Conversation = {
  /** The message for an address. Throws an Error with a sentence for an address that may not sign. */
  compose: (address: string) => Promise<string>
  /** Checks and takes a signature over a message that was composed here. Throws an Error with a sentence. */
  accept: (signed: Signed) => Promise<void>
  /** A wallet that did not sign, and why. */
  problem: (kind: ProblemKind, address: string | undefined) => void
}

export type SignInPage = {
  /** `127.0.0.1:port`: the domain of the message. */
  host: string
  url: string
  /** From now on the page is served. */
  begin: (conversation: Conversation) => void
  close: () => Promise<void>
}

/** Listens on 127.0.0.1. Rejects with the Error of node:net where the port cannot be had. */
export async function openSignInPage({ port, secret, state, onSecond }: PageOptions): Promise<SignInPage> {
  let conversation: Conversation | undefined
  let accepted = false
  const root = `/${secret}/`
  const paths = new Set(['', 'state', 'message', 'signature', 'problem'].map((name) => `${root}${name}`))

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const host = `127.0.0.1:${boundPort(server)}`
    const refusal = refusalOf(request, host, paths)
    if (refusal) return reply(response, refusal.status, { message: refusal.message })
    const name = (request.url ?? '').slice(root.length)
    if (request.method === 'GET') {
      if (name === 'state') return reply(response, 200, state)
      if (name !== '') return reply(response, 405, { message: 'This address takes POST.' })
      response.writeHead(200, pageHeaders).end(page)
      return
    }
    if (!conversation || name === '' || name === 'state')
      return reply(response, 405, { message: 'This address takes GET.' })
    const body = await requestObject(request)
    const text = (key: string) => (typeof body[key] === 'string' ? body[key] : '')
    if (name === 'problem') {
      const kind = problemKinds.find((each) => each === body['kind']) ?? 'other'
      reply(response, 200, {})
      conversation.problem(kind, text('address') || undefined)
    } else if (name === 'message') {
      reply(response, 200, { message: await conversation.compose(text('address')) })
    } else {
      if (accepted) {
        onSecond()
        return reply(response, 409, { message: 'This sign-in was answered already. Nothing more was taken.' })
      }
      const [address, message, signature] = [text('address'), text('message'), text('signature')]
      accepted = true
      try {
        await conversation.accept({ address, message, signature })
      } catch (error) {
        accepted = false
        throw error
      }
      reply(response, 200, {})
    }
  }

  const server = createServer((request, response) => {
    // A page that goes away breaks its own request, and nothing else.
    request.on('error', () => {})
    response.on('error', () => {})
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent)
        reply(response, 400, {
          message: error instanceof Error ? error.message : 'The request cannot be read.',
        })
      else response.destroy()
    })
  })
  server.keepAliveTimeout = 5_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const host = `127.0.0.1:${boundPort(server)}`
  return {
    host,
    url: `http://${host}${root}`,
    begin: (now) => (conversation = now),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      // An answer that is being written arrives; whoever keeps a connection open does not keep the process.
      const late = setTimeout(() => server.closeAllConnections(), 500)
      server.closeIdleConnections()
      await closed
      clearTimeout(late)
    },
  }
}

function boundPort(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const reply = (response: ServerResponse, status: number, value: object): void => {
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(JSON.stringify(value))
}
