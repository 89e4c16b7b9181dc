/** What a writing command with an open body sends: the object that was given, or a usage error. */
import type { Json } from '../contract/lossless-json.ts'
import { usage } from '../errors.ts'
import type { BodyValues } from './body-flags.ts'
import { objectGiven } from './request-body.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { InputTools } from '../runtime/input-files.ts'

/** The body of the command as its input. `otherwise` is sent where nothing was given; without it that is CLI_USAGE. */
export const openBody =
  (otherwise?: { [key: string]: Json }) =>
  async (given: ParsedArgs<BodyValues>, tools: InputTools): Promise<{ body: { [key: string]: Json } }> => {
    const body = (await objectGiven(given, tools)) ?? otherwise
    if (body !== undefined) return { body }
    throw usage(
      'There is nothing to send.',
      'Give fields with -f and -F, or the whole body with --input (an empty one is {}).',
    )
  }
