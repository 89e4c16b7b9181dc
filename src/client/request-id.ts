/** The headers that may have it. */
export const requestIdNames = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid']

/** The id by which the service knows the request, where it names one. */
export const requestIdOf = (headers: Map<string, string>): string | undefined =>
  requestIdNames.map((name) => headers.get(name)).find(Boolean)
