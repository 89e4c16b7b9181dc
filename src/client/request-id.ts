/** The id by which the service knows the request, where it names one. */
export const requestIdOf = (headers: Map<string, string>): string | undefined =>
  ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid']
    .map((name) => headers.get(name))
    .find(Boolean)
