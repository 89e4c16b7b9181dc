import { expect, test } from 'vitest'
import { pauseFromHeaders } from '../../src/client/rate-headers.ts'

const now = new Date('2026-01-31T12:00:00Z')
const asked = (status: number, headers: Record<string, string>) =>
  pauseFromHeaders(status, new Map(Object.entries(headers)), now)

test.each([
  [429, { 'retry-after': '30' }, 30_000],
  [429, { 'retry-after': 'Sat, 31 Jan 2026 12:01:00 GMT' }, 60_000],
  [503, { 'retry-after': '5' }, 5000],
  [200, { 'retry-after': '5' }, undefined],
  [429, { 'retry-after': 'soon' }, undefined],
  [429, { 'x-ratelimit-reset': '40' }, 40_000],
  [200, { 'x-ratelimit-reset': '40' }, undefined],
  [200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '40' }, 40_000],
  [200, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '40' }, undefined],
  [200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1769860860' }, 60_000],
  [200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1769860860000' }, 60_000],
  [200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1769860000' }, 0],
  [200, { ratelimit: '"default";r=0;t=12' }, 12_000],
  [200, { ratelimit: '"default";r=7;t=12' }, undefined],
  [200, { ratelimit: 'limit=100, remaining=0, reset=9' }, 9000],
  [200, {}, undefined],
  [429, { 'ratelimit-reset': '40' }, 40_000],
  [200, { 'ratelimit-remaining': '0', 'ratelimit-reset': '40' }, 40_000],
  [200, { 'ratelimit-remaining': '1', 'ratelimit-reset': '40' }, undefined],
  [429, { 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '40' }, undefined],
  [200, { 'x-ratelimit-remaining': '0' }, undefined],
  [200, { 'x-ratelimit-remaining': 'none', 'x-ratelimit-reset': '40' }, undefined],
  [200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1.5' }, 1500],
  [200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }, undefined],
  [200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '999999999' }, 999_999_999_000],
  [503, { 'x-ratelimit-reset': '40' }, undefined],
  [500, { 'retry-after': '5' }, undefined],
  [401, { 'retry-after': '5' }, undefined],
  [429, { 'retry-after': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '40' }, 5000],
  [429, { 'retry-after': '0' }, 0],
  [429, { 'retry-after': 'Sat, 31 Jan 2026 13:00:20 GMT', date: 'Sat, 31 Jan 2026 13:00:00 GMT' }, 20_000],
  [200, { ratelimit: '"default";q=100;w=3600;r=0' }, undefined],
  [429, { ratelimit: 'limit=100, reset=9' }, 9000],
])('%s with %j asks for %s', (status, headers, pause) => {
  expect(asked(status, headers as Record<string, string>)).toBe(pause)
})
