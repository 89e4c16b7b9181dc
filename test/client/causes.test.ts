/** Why no answer came: a sentence of ours for each cause, the words of Node and OpenSSL only as the raw cause. */
import { expect, test } from 'vitest'
import { notAnswered, notConnected } from '../../src/client/causes.ts'
import { TransportFailure } from '../../src/contract/wire.ts'

const failure = (phase: 'connect' | 'sent', code: string, words = `read ${code}`, peer?: string) =>
  new TransportFailure(phase, Object.assign(new Error(words), { code }), peer)
const ssl = (reason: string) =>
  `write EPROTO 80CC:error:0A00010B:SSL routines:ssl3_get_record:${reason}:../deps/openssl/record.c:350: .`

type Row<Why = string> = [code: string, words: string, why: Why]

test.each<Row>([
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND api.test', 'Cannot find api.test'],
  ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN api.test', 'Cannot look up api.test: the name server does not answer'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:443', 'Cannot connect to api.test: connection refused'],
  ['ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443', 'Cannot connect to api.test: it does not respond'],
  ['EAI_FAIL', 'getaddrinfo EAI_FAIL', 'Cannot look up api.test: the name server does not answer'],
  ...['ENETUNREACH', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL'].map((code): Row => [
    code,
    `connect ${code}`,
    'Cannot reach api.test from this machine',
  ]),
  ['EACCES', 'connect EACCES', 'This machine does not allow a connection to api.test'],
  ['EPERM', 'connect EPERM', 'This machine does not allow a connection to api.test'],
  ['EMFILE', 'connect EMFILE', 'Too many files are open on this machine'],
  ['ENFILE', 'connect ENFILE', 'Too many files are open on this machine'],
  ['ECONNABORTED', 'connect ECONNABORTED', 'The connection to api.test closed before it was ready'],
  ['EPIPE', 'write EPIPE', 'The connection to api.test closed before it was ready'],
  ['ECONNRESET', 'read ECONNRESET', 'The connection to api.test closed before it was ready'],
  ['UNASKED_BYTES', 'bytes came', 'Answered by api.test before anything was asked'],
  ['', 'the connection was closed before it was ready', 'Cannot connect to api.test'],
])('not connected: %s', (code, words, why) => {
  const told = notConnected(failure('connect', code, words), 'api.test')
  expect(told).toMatchObject({ why, timedOut: false })
  expect(told.raw).toContain(words)
  expect(told.tls ?? told.final).toBeUndefined()
})

test.each<Row<string | RegExp>>([
  ['CERT_HAS_EXPIRED', 'x', 'The certificate of api.test has expired'],
  ['CERT_NOT_YET_VALID', 'x', 'The certificate of api.test is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'x', 'The certificate of api.test is for another host'],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'x',
    /from an authority that this machine does not know, or an intermediate/,
  ],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'x',
    /from an authority that this machine does not know, or an intermediate/,
  ],
  ['UNABLE_TO_GET_ISSUER_CERT', 'x', /from an authority that this machine does not know, or an intermediate/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'x', /signed by an authority that this machine does not trust/],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'x', /signed by an authority that this machine does not trust/],
  ['CERT_REVOKED', 'x', 'The certificate of api.test has been revoked'],
  ['CERT_UNTRUSTED', 'x', 'The certificate of api.test cannot be trusted'],
  ['CERT_SIGNATURE_FAILURE', 'x', 'The certificate of api.test cannot be trusted'],
  ...[
    'INVALID_CA',
    'INVALID_PURPOSE',
    'HOSTNAME_MISMATCH',
    'PATH_LENGTH_EXCEEDED',
    'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
    'AKID_SKID_MISMATCH',
    'EE_KEY_TOO_SMALL',
    'CA_MD_TOO_WEAK',
    'CERT_REJECTED',
    'CRL_HAS_EXPIRED',
    'UNABLE_TO_GET_CRL',
  ].map((code): Row => [code, 'x', 'The certificate of api.test cannot be trusted']),
  ['ERR_TLS_HANDSHAKE_TIMEOUT', 'x', 'The TLS handshake with api.test failed'],
  ['EPROTO', 'write EPROTO', 'The TLS handshake with api.test failed'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'x', 'TLS is not spoken by api.test'],
  ['EPROTO', ssl('wrong version number'), 'TLS is not spoken by api.test'],
  ['EPROTO', ssl('tlsv1 alert protocol version'), 'No TLS version is common to api.test and this machine'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'x', 'No TLS version is common to api.test and this machine'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'x', 'No TLS version is common to api.test and this machine'],
  ['EPROTO', ssl('sslv3 alert handshake failure'), 'The TLS handshake with api.test failed'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'x', 'The TLS handshake with api.test failed'],
])('not safe, and never tried again: %s (%s)', (code, words, why) => {
  const told = notConnected(failure('connect', code, words), 'api.test')
  expect(told).toMatchObject({ final: true, tls: true, timedOut: false })
  if (typeof why === 'string') expect(told.why).toBe(why)
  else expect(told.why).toMatch(why)
})

test('who failed is named where it is the proxy', () => {
  const refused = failure('connect', 'ECONNREFUSED', 'connect ECONNREFUSED', 'the proxy 10.0.0.1:3128')
  expect(notConnected(refused, 'api.test').why).toBe(
    'Cannot connect to the proxy 10.0.0.1:3128: connection refused',
  )
  expect(notConnected(refused, 'api.test', 2000).why).toBe(
    'Cannot connect through the proxy 10.0.0.1:3128 within 2 s',
  )
})

test.each([
  ['ECONNRESET', 'socket hang up', 'The connection closed before the service answered'],
  ['ECONNRESET', 'aborted', 'The connection closed before the service answered'],
  ['EPIPE', 'write EPIPE', 'The connection closed before the service answered'],
  [
    'HPE_INVALID_CONSTANT',
    'Parse Error: Expected HTTP/',
    'The service answered with something that is not HTTP',
  ],
  ['HPE_HEADER_OVERFLOW', 'Parse Error: Header overflow', 'The headers of the answer are larger than 32 KB'],
])('sent, and not answered: %s (%s)', (code, words, why) => {
  expect(notAnswered(failure('sent', code, words))).toMatchObject({
    why,
    raw: expect.stringContaining(words),
  })
})

test('no connection in time is told with the time, and may be tried again', () => {
  for (const code of ['ECONNREFUSED', 'CERT_HAS_EXPIRED'])
    expect(notConnected(failure('connect', code), 'api.test:8443', 1500)).toEqual({
      why: 'No connection to api.test:8443 within 1.5 s',
      timedOut: true,
    })
})

test('an answer that is not whole is told from none, and what is no use to ask for again', () => {
  const heard = (code: string, how = {}) => notAnswered(failure('sent', code, 'words'), how)
  expect(heard('ECONNRESET', { begun: true }).why).toBe(
    'The connection closed before the answer was complete',
  )
  expect(heard('ECONNRESET', { begun: false }).why).toBe('The connection closed before the service answered')
  expect(heard('UNASKED_BYTES').why).toBe('The service answered before the whole request was sent')
  for (const begun of [true, false])
    expect(heard('ECONNRESET', { begun, timeoutMs: 200 })).toEqual({
      why: 'The service did not answer within 0.2 s',
      timedOut: true,
    })
  expect(
    ['HPE_HEADER_OVERFLOW', 'UND_ERR_HEADERS_OVERFLOW', 'ECONNRESET', 'HPE_INVALID_URL', 'UNASKED_BYTES'].map(
      (code) => heard(code).final ?? false,
    ),
  ).toEqual([true, true, false, false, false])
})

test('the words of Node are kept with their code, where they do not say it themselves', () => {
  expect(notConnected(failure('connect', 'ECONNREFUSED', 'no way'), 'api.test').raw).toBe(
    'no way (ECONNREFUSED)',
  )
  expect(notAnswered(failure('sent', 'EPIPE', 'write EPIPE')).raw).toBe('write EPIPE')
})

test('a proxy that refuses is named, with what it said', () => {
  const refused = failure('connect', 'PROXY_REFUSED', 'HTTP 407', 'the proxy p.test:3128')
  expect(notConnected(refused, 'api.test')).toMatchObject({
    why: 'Refused by the proxy p.test:3128 (HTTP 407)',
    timedOut: false,
  })
})

test('no sentence holds the words of another program', () => {
  const codes =
    'ENOTFOUND EAI_AGAIN ECONNREFUSED ECONNRESET ETIMEDOUT EPROTO CERT_HAS_EXPIRED HPE_INVALID_URL'
  for (const code of codes.split(' ')) {
    for (const told of [
      notConnected(failure('connect', code, ssl(code)), 'api.test'),
      notAnswered(failure('sent', code, 'socket hang up')),
    ])
      expect(told.why).not.toMatch(/E[A-Z]{4,}|_|getaddrinfo|socket|SSL|deps/)
  }
})
