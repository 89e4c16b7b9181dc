/** What a sender is made of besides the way it sends: no retries, no waits, a stop. */

export const bareSender = (baseUrl: string, apiKey: string, stop: AbortController) => ({
  target: { baseUrl, apiKey, tokenHeader: 'Authorization', tokenScheme: 'Bearer', userAgent: 'test' },
  retryPolicy: {
    retries: 0,
    maxWaitMs: 0,
    signal: stop.signal,
    now: () => new Date(),
    sleep: async () => {},
    random: () => 0,
    onWait: () => {},
  },
  stopping: { atOnce: stop.signal, sleep: async () => {}, waits: () => {} },
})
