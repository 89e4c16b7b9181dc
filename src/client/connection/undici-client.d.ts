/** undici's connection without its fetch, caches and websockets, which would double what a command loads. */
declare module 'undici/lib/dispatcher/client.js' {
  import type { Client } from 'undici'

  const client: typeof Client
  export = client
}
