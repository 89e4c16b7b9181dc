/** A judge that never says no is none: spoilt answers and wrong requests must be noticed. */
import { names } from './install.mjs'

/** Whether the judges notice: the answers that `back` passes are spoilt, and what is sent to `url` is wrong. */
export async function controls({ url, back, key }, { tally, check }) {
  const ask = async (path, { method = 'GET', body } = {}) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', authorization: `Bearer ${token}` }
    return fetch(`${url}${path}`, { method, headers, ...(body && { body }) })
  }
  const spoils = {
    'steps as text': ({ text }) => ({ body: text.replace(/"steps":(\d+)/, '"steps":"$1"') }),
    'no earnings': ({ text }) => ({ body: text.replace('"earnings"', '"gains"') }),
    'no envelope': () => ({ body: '{"date":"2026-01-31"}' }),
    'a failure with status 200': () => ({ body: failure('AUTH_001') }),
    'an undocumented status': ({ text }) => ({ status: 201, body: text }),
    'a code below another status': () => ({ status: 429, body: failure('AUTH_001') }),
  }
  for (const [name, spoil] of Object.entries(spoils)) {
    back.spoil = spoil
    const answer = await ask('/motion/daily')
    const noticed = /problem/.test(answer.headers.get('content-type') ?? '')
    tally.judge(names.prism, 'notices spoilt answers (control)', noticed, name)
  }
  back.spoil = undefined
  for (const [path, options] of [
    ['/nft/collection?type=hats', {}],
    ['/motion/submit', { method: 'POST', body: '{"steps":"many"}' }],
    ['/nowhere', {}],
  ]) {
    const answer = await ask(path, options)
    const noticed = /problem/.test(answer.headers.get('content-type') ?? '')
    tally.judge(names.prism, 'notices wrong requests (control)', noticed, path)
  }
  tally.judge(
    names.ajv,
    'notices a wrong record (control)',
    check('motion.daily', { date: 'x' }) !== undefined,
  )
}

const token = 'sandbox.test-wallet.session-that-never-expires'
const failure = (code) => JSON.stringify({ success: false, error: { code, message: 'm', details: 'd' } })
