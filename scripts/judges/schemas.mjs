/** The schemas that `--json` is held to: those of the published document, and the failure line of every command. */

/** A function from a schema's name to a check, which returns what is wrong or nothing. */
export function schemasOf(document, load) {
  const { default: Ajv } = load('ajv/dist/2020')
  const ajv = new Ajv({ strict: false, allErrors: true })
  load('ajv-formats').default(ajv)
  ajv.addSchema({ $id: 'https://movecli.invalid/openapi', ...document })
  const at = (pointer) => ({ $ref: `https://movecli.invalid/openapi#${pointer}` })
  const checks = new Map()

  const pointerOf = (path, method) => {
    const escaped = path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
    return `/paths/${escaped}/${method}/responses/200/content/application~1json/schema/properties/data`
  }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, pointerOf(path, method)]),
  )
  const schemaOf = (name) => {
    const [, kind, rest] = /^(?:(rows|raw):)?(.*)$/.exec(name)
    if (kind === 'rows') return { type: 'array', items: schemaOf(rest) }
    if (kind === 'raw') return at(pointerOf(rest, 'get'))
    const own = { login, failure, bulk, Open: at('/components/schemas/Open') }[rest]
    const found = operations.find(([id]) => id === rest)
    if (!own && !found) throw new Error(`No schema ${name}`)
    return own ?? at(found[1])
  }
  const user = '/components/schemas/LoginResult/properties/user/properties'
  const login = {
    type: 'object',
    required: ['address', 'kyc_status', 'expires_at', 'network', 'profile'],
    properties: {
      address: at(`${user}/address`),
      kyc_status: at(`${user}/kyc_status`),
      expires_at: at('/components/schemas/LoginResult/properties/expires_at'),
      token: false,
    },
  }
  const bulk = {
    type: 'array',
    items: {
      required: ['row', 'id', 'status'],
      properties: {
        row: { type: 'integer', minimum: 1 },
        id: { type: ['string', 'null'] },
        status: { enum: ['applied', 'skipped', 'rejected', 'unknown', 'invalid'] },
        code: { type: 'string' },
        message: { type: 'string' },
        data: at(operations.find(([id]) => id === 'motion.submit')[1]),
      },
      additionalProperties: false,
    },
  }
  const error = '/components/schemas/Failure/properties/error/properties'
  const failure = {
    allOf: [
      failureLine,
      {
        properties: { error: { properties: { code: at(`${error}/code`), message: at(`${error}/message`) } } },
      },
    ],
  }

  return (name, value) => {
    if (!checks.has(name)) checks.set(name, ajv.compile(schemaOf(name)))
    const check = checks.get(name)
    return check(value) ? undefined : ajv.errorsText(check.errors)
  }
}

const textOrNull = { type: ['string', 'null'] }
/** What movecli adds to the service's failure (README, "For scripts"). */
const failureLine = {
  required: ['success', 'error'],
  additionalProperties: false,
  properties: {
    success: { const: false },
    error: {
      required: [
        'code',
        'message',
        'details',
        'http_status',
        'exit_code',
        'retryable',
        'outcome',
        'hint',
        'request_id',
      ],
      properties: {
        details: textOrNull,
        http_status: { type: ['integer', 'null'] },
        exit_code: { type: ['integer', 'null'] },
        retryable: { type: 'boolean' },
        outcome: { enum: ['not_sent', 'rejected', 'applied', 'unknown', null] },
        hint: { type: 'string', minLength: 1 },
        request_id: textOrNull,
      },
    },
  },
}
