/** Fields of a body whose values are secret, wherever they stand in it: by the contract, or by their name. */
import type { Json } from './lossless-json.ts'
import type { NamedOperation } from './operations.ts'
import { isPlain } from './plain.ts'

type Input = NamedOperation['input']

/** Names as they are written in any style, without their signs: `private_key`, `zkProof`. */
const secretNames = new Set(
  'proof zkproof signature password passphrase secret mnemonic seedphrase recoveryphrase privatekey secretkey clientsecret apikey accesstoken refreshtoken sessiontoken authtoken authorization'.split(
    ' ',
  ),
)

/** `input`: the fields of an operation that the contract knows. */
export const isSecretField = (name: string, input: Input = {}): boolean =>
  input[name]?.secret === true || secretNames.has(name.replaceAll(/[^A-Za-z]/g, '').toLowerCase())

/** The body with `hide` of each secret field, also of each record of a list. */
export function withoutSecretFields(
  value: Json,
  input: Input | undefined,
  hide: (value: Json) => Json,
): Json {
  if (Array.isArray(value)) return value.map((each) => withoutSecretFields(each, input, hide))
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretField(name, input) ? hide(inner) : withoutSecretFields(inner, input, hide),
    ]),
  )
}
