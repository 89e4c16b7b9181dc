/** The one line of JSON on stderr that a failure ends with. */
import { orNull, record, text, whole, words } from './json-schema.ts'

export const errorEnvelope = record({
  success: words(false),
  error: record({
    code: text,
    message: text,
    details: orNull(text),
    http_status: orNull(whole),
    exit_code: orNull(whole),
    retryable: { type: 'boolean' },
    outcome: words('not_sent', 'rejected', 'applied', 'unknown', null),
    hint: orNull(text),
    request_id: orNull(text),
  }),
})
