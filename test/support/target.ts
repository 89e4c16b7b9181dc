/** Where requests of a test go, and the credentials that must not be shown. */
import type { Target } from '../../src/client/compose.ts'

export const target: Target = {
  baseUrl: 'https://service.example/v1',
  apiKey: 'key-of-the-test',
  token: 'token-of-the-test',
  tokenHeader: 'Authorization',
  tokenScheme: 'Bearer',
  userAgent: 'movecli/test',
}
