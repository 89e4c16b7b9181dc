/** Rows of activities, and a home that sends them to one service. */
import { clock } from '../support/clock.ts'
import { freshFolder } from '../support/movecli.ts'
import { file, service, submit } from './support.ts'

/** A walk of that minute. */
export const walk = (time: string, steps: number, more: object = {}) => ({
  id: `activity-20260501T${time}Z`,
  date: '2026-05-01',
  steps,
  source: 'Watch',
  ...more,
})
export const year = 365 * 86_400_000
type Said = { id: string; status: string; message?: string }

/** `send` submits rows, with more flags, and to another service where one is given. */
export function setUp() {
  const setting = { home: freshFolder(), service: service(), ...clock() }
  return {
    ...setting,
    send: async (list: readonly object[], words = '', to = setting.service) => {
      const path = file('rows.ndjson', list)
      const { code, stdout, stderr } = await submit(`--from ${path} --json ${words}`, {
        ...setting,
        service: to,
      })
      return { code, stderr, said: stdout.startsWith('[') ? (JSON.parse(stdout) as Said[]) : [] }
    },
  }
}
