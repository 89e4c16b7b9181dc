// The system's keychain, in a process of its own: a call to a keychain that does not answer cannot be ended, a process can.
// Reads one JSON line of steps on stdin and prints one line: their results, or why there are none.
'use strict'

const service = 'movecli'
// The kernel's keyring, which the library would fall back to, loses everything at a reboot.
const store = { linux: { store: 'secret-service' } }

// Whoever asked is gone, or has given up. An exit would wait for the call that does not return.
const end = () => process.kill(process.pid, 'SIGKILL')
const print = (reply) => process.stdout.write(`${JSON.stringify(reply)}\n`, () => process.exit(0))

async function run({ AsyncEntry }, { op, account, secret }) {
  const entry = new AsyncEntry(service, account, store)
  if (op === 'get') return (await entry.getPassword()) ?? null
  if (op === 'set') return (await entry.setPassword(secret), null)
  return (await entry.deletePassword(), null)
}

async function answer(line) {
  let library
  try {
    library = require('@napi-rs/keyring')
  } catch {
    return print({ failure: 'missing' })
  }
  try {
    const results = []
    for (const step of JSON.parse(line)) results.push(await run(library, step))
    print({ results })
  } catch {
    // What the library says may repeat what it was given.
    print({ failure: 'refused' })
  }
}

let text = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (part) => {
  text += part
  if (text.endsWith('\n')) void answer(text)
})
process.stdin.on('end', end)
process.stdin.on('error', end)
