/** A file that was packed by itself (.fit.gz, .gpx.gz), as Strava exports them. */
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Bytes } from '../bytes.ts'
import { Unreadable } from '../unreadable.ts'
import type { Unpacked } from './unpacked.ts'

/** Throws Unreadable where it is damaged, cut off or a bomb. */
export async function* gunzipped(bytes: Bytes, unpacked: Unpacked): AsyncGenerator<Uint8Array> {
  let packed = 0
  let size = 0
  let failure: unknown
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const part of bytes) {
        packed += part.length
        yield part
      }
    } catch (error) {
      failure = error
      throw error
    }
  }
  const stream = pipeline(Readable.from(counted(), { objectMode: false }), createGunzip(), () => {})
  try {
    for await (const part of stream) {
      const some = part as Uint8Array
      size += some.length
      unpacked.add(some.length, size, packed)
      yield some
    }
  } catch (error) {
    if (failure !== undefined) throw failure
    throw error instanceof Unreadable ? error : new Unreadable('is a damaged gzip')
  }
}
