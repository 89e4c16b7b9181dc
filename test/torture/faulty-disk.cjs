/** Preloaded by a process whose disk fails below FAULTY_ROOT: at call FAULTY_AT, or with FAULTY_ON at it and every one after it. */
const fs = require('node:fs')
const promises = require('node:fs/promises')

const root = process.env.FAULTY_ROOT
const at = Number(process.env.FAULTY_AT)
const code = process.env.FAULTY_CODE
const on = process.env.FAULTY_ON === '1'
let calls = 0

const isOurs = (path) => {
  if (typeof path === 'string') return path.startsWith(root)
  try {
    return typeof path === 'number' && fs.readlinkSync(`/proc/self/fd/${path}`).startsWith(root)
  } catch {
    return false
  }
}
const fails = () => {
  calls += 1
  return on ? calls >= at : calls === at
}
const fault = (name) => Object.assign(new Error(`${code}: ${name}`), { code, syscall: name })

const sync =
  'openSync closeSync readFileSync writeFileSync writeSync fsyncSync fdatasyncSync ftruncateSync truncateSync'
const syncToo =
  'accessSync chmodSync fchmodSync fstatSync linkSync lstatSync mkdirSync readdirSync renameSync rmSync statSync unlinkSync'
for (const name of `${sync} ${syncToo}`.split(' ')) {
  const real = fs[name]
  fs[name] = (path, ...more) => {
    if (!isOurs(path) || !fails()) return real(path, ...more)
    // A close that fails has closed all the same.
    if (name === 'closeSync') real(path)
    throw fault(name)
  }
}
const { fsync } = fs
fs.fsync = (fd, done) =>
  isOurs(fd) && fails() ? void process.nextTick(done, fault('fsync')) : fsync(fd, done)
for (const name of 'open access appendFile chmod link lstat mkdir readdir readFile rename rm rmdir stat writeFile'.split(
  ' ',
)) {
  const real = promises[name]
  promises[name] = async (path, ...more) => {
    if (isOurs(path) && fails()) throw fault(name)
    return real(path, ...more)
  }
}
void promises.open(__filename).then(async (own) => {
  const handles = Object.getPrototypeOf(own)
  await own.close()
  for (const name of 'chmod close datasync read stat sync truncate write writeFile'.split(' ')) {
    const real = handles[name]
    handles[name] = async function (...args) {
      if (!isOurs(this.fd) || !fails()) return real.apply(this, args)
      if (name === 'close') await real.apply(this, args)
      throw fault(name)
    }
  }
})
process.on('exit', () => process.env.FAULTY_COUNT && process.stderr.write(`\nfaulty-disk calls ${calls}\n`))
