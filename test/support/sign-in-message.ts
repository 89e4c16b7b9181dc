/** The sign-in message of an address that is already known. */
import { messageComposer, type MessageParts } from '../../src/wallet/message.ts'

export const composeMessage = async (parts: MessageParts & { address: string }): Promise<string> =>
  (await messageComposer(parts))(parts.address, parts)
