/** Consent through the client (elicitation): the very question of the terminal, answered by the person who sits there. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Agent } from '../runtime/context.ts'
import type { Tool } from './tools.ts'

/** Milliseconds in which a person answers; after them nothing is sent. */
const answerWaitMs = 10 * 60_000

/** Only an accepted form with a yes in it is a yes. Undefined where the client cannot ask; throws what a stop throws. */
export const consentThrough =
  (server: Server, { command }: Tool, signal: AbortSignal): Agent['confirm'] =>
  async (question) => {
    if (!server.getClientCapabilities()?.elicitation?.form) return undefined
    const asked = { signal, timeout: answerWaitMs }
    const confirm = {
      type: 'boolean' as const,
      title: `Yes, ${command}`,
      description: 'Without a yes nothing is sent.',
      default: false,
    }
    try {
      const { action, content } = await server.elicitInput(
        {
          mode: 'form',
          message: question,
          requestedSchema: { type: 'object', properties: { confirm }, required: ['confirm'] },
        },
        asked,
      )
      return action === 'accept' && content?.['confirm'] === true
    } catch (error) {
      if (signal.aborted) throw error
      // No answer in time, or a client that fails to ask: no consent.
      return false
    }
  }
