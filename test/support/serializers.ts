/** How services, frameworks and libraries write a text that they repeat: each by the rules of its own documentation. */

const each = (pattern: RegExp, write: (character: string, code: number) => string) => (text: string) =>
  text.replace(pattern, (character) => write(character, character.charCodeAt(0)))
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')
const json = (text: string) => JSON.stringify(text).slice(1, -1)
const bytes = (text: string) => [...Buffer.from(text)]
const inLines = (size: number, end: string) => (text: string) =>
  text.replace(new RegExp(`.{${size}}(?=.)`, 'g'), (line) => line + end)
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hexed = (text: string, between = '', before = '') =>
  bytes(text)
    .map((byte) => before + hex(byte, 2))
    .join(between)
const entity = (names: Record<string, string>) => each(/./gsu, (character) => names[character] ?? character)

const toForm = (text: string) => new URLSearchParams({ a: text }).toString().slice(2)
const php = (text: string) =>
  each(/[\u0080-\uffff]/g, (_, code) => `\\u${hex(code, 4)}`)(json(text)).replaceAll('/', '\\/')
const dotNet = (text: string) =>
  each(/[^\x20-\x7e]|["&'+<>`\\]/g, (character, code) =>
    character === '\\' ? '\\\\' : `\\u${hex(code, 4).toUpperCase()}`,
  )(text)
const gson = (text: string) => each(/[<>&='\u2028\u2029]/g, (_, code) => `\\u${hex(code, 4)}`)(json(text))
const goHtml = (text: string) => each(/[<>&\u2028\u2029]/g, (_, code) => `\\u${hex(code, 4)}`)(json(text))
const python = (text: string) => each(/[\u0080-\uffff]/g, (_, code) => `\\u${hex(code, 4)}`)(json(text))
const html = entity({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })
const owasp = each(/[^A-Za-z0-9]/g, (_, code) => `&#x${hex(code, 2).toUpperCase()};`)
const mustache = entity({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '/': '&#x2F;',
  '`': '&#x60;',
  '=': '&#x3D;',
})
const htmlNames = entity({
  '&': '&amp;',
  '/': '&sol;',
  '+': '&plus;',
  '=': '&equals;',
  _: '&lowbar;',
  '.': '&period;',
  $: '&dollar;',
})
const rfc3986 = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (character) => `%${hex(character.charCodeAt(0), 2)}`)
const python3 = (text: string) => encodeURIComponent(text).replaceAll('%2F', '/')

const quoted = (safe: RegExp) => (text: string) =>
  text.replace(/./gsu, (character) =>
    safe.test(character) ? character : hexed(character, '', '=').toUpperCase(),
  )
const mailHeader = quoted(/[\w!*+/-]/)

/** Each is one way in which a whole secret may stand in an answer. */
export const serializers: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in capitals': each(/[a-z]/g, (character) => character.toUpperCase()),
  'in capitals of every script': (text) => text.toUpperCase(),
  'JSON.stringify': json,
  'JSON in JSON': (text) => json(json(text)),
  'PHP json_encode': php,
  'PHP json_encode in JSON': (text) => json(php(text)),
  'Python json.dumps': python,
  'Go encoding/json': goHtml,
  'Java Gson': gson,
  'Java Jackson, non-ASCII escaped': python,
  'System.Text.Json': dotNet,
  'System.Text.Json in HTML': (text) => html(dotNet(text)),
  'HTML text': html,
  'HTML by mustache': mustache,
  'HTML by OWASP': owasp,
  'HTML with named entities': htmlNames,
  'HTML in decimals': each(/[^A-Za-z0-9]/g, (_, code) => `&#${code};`),
  'HTML twice': (text) => html(owasp(text)),
  'HTML in PHP JSON': (text) => php(mustache(text)),
  encodeURIComponent,
  encodeURI,
  'RFC 3986, small letters': rfc3986,
  'urllib.parse.quote': python3,
  URLSearchParams: toForm,
  'percent, every byte': (text) => hexed(text, '', '%'),
  'percent twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent three times': (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
  'percent in JSON': (text) => json(`https://x/?k=${encodeURIComponent(text)}`),
  'a form in percent': (text) => encodeURIComponent(toForm(text)),
  hex: (text) => hexed(text),
  HEX: (text) => hexed(text).toUpperCase(),
  'hex with colons': (text) => hexed(text, ':'),
  'hex with blanks': (text) => hexed(text, ' '),
  'hex with dashes': (text) => hexed(text, '-').toUpperCase(),
  'hex as C bytes': (text) => hexed(text, ', ', '0x'),
  'hex in lines': (text) => inLines(48, '\n')(hexed(text, ' ')),
  'hex escapes': (text) => hexed(text, '', '\\x'),
  'a list of bytes': (text) => `[${bytes(text).join(',')}]`,
  'Buffer as JSON': (text) => JSON.stringify(Buffer.from(text)),
  base64,
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 after one byte': (text) => base64(`u${text}`),
  'base64 after two bytes': (text) => base64(`u:${text}`),
  'Basic authorization': (text) => `Basic ${base64(`user:${text}`)}`,
  'base64 in lines of 76': (text) => inLines(76, '\r\n')(base64(`${'x'.repeat(50)}${text}${'y'.repeat(50)}`)),
  'base64 in lines of 64': (text) => inLines(64, '\n')(base64(`${'x'.repeat(30)}${text}${'y'.repeat(30)}`)),
  'base64 in lines of 20': (text) => inLines(20, '\n')(base64(text)),
  'base64 in PHP JSON': (text) => php(base64(text)),
  'base64 in lines in JSON': (text) => json(inLines(16, '\r\n')(base64(text))),
  'base64 in a URL': (text) => encodeURIComponent(base64(text)),
  'a CSV cell': (text) => `"${text.replaceAll('"', '""')}"`,
  'an SQL text': (text) => `'${text.replaceAll("'", "''")}'`,
  'an SQL name': (text) => `\`${text.replaceAll('`', '``')}\``,
  'quoted-printable': (text) => quoted(/[ -<>-~]/)(text).replace(/(?:=..|[^=]){20}/g, (line) => `${line}=\n`),
  'a mail header by Python': (text) =>
    `=?utf-8?q?${mailHeader(text).replaceAll('_', '=5F').replaceAll('=20', '_')}?=`,
  'a mail header by Java': (text) => `=?UTF-8?Q?${quoted(/[!-<>@-^`-~]/)(text).replaceAll('=20', '_')}?=`,
  'a mail header in two words': (text) =>
    json(`=?utf-8?q?${mailHeader(text.slice(0, 4))}?=\n =?utf-8?q?${mailHeader(text.slice(4))}?=`),
  'one line': (text) => text.replace(/\s+/g, ' '),
}
