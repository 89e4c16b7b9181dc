/** What a request has that no output may repeat: the values of its secret fields, and personal ones. */
import type { Json } from '../contract/lossless-json.ts'
import type { NamedOperation } from '../contract/operations.ts'
import { isPlain } from '../contract/plain.ts'
import { isSecretField } from '../contract/secret-fields.ts'
import { secrecyOf, type Composed } from '../client/compose.ts'
import { maskFor } from '../client/mask/mask.ts'

export const secretsOf = async (request: Composed): Promise<readonly string[]> => [
  ...(await maskFor(request)).secrets,
  ...secretsIn(request.body ?? null, secrecyOf(request)?.input),
]

/** The texts and numbers in secret fields. */
function secretsIn(value: Json, input: NamedOperation['input'] | undefined, isSecret = false): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => secretsIn(each, input, isSecret))
  if (isPlain(value))
    return Object.entries(value).flatMap(([name, inner]) =>
      secretsIn(inner, input, isSecret || isSecretField(name, input)),
    )
  return isSecret && value !== null && typeof value !== 'boolean' ? [String(value)] : []
}
