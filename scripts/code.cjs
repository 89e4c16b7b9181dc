/** Keeps the code that V8 makes of an ordinary read, so that the next one need not compile it: run at the end of a build. */
'use strict'
const { writeFileSync } = require('fs')
const { join, resolve } = require('path')
const { compile, kept, run } = require('../bin/load.js').parts

const dist = resolve(process.argv[2] ?? join(__dirname, '..', 'dist'))
const file = join(dist, 'ordinary.js')
const script = compile(file)
run(file, script)

/** One read of a day against the sandbox's wire form, so that what it needs is compiled too. */
const day =
  '{"success":true,"data":{"date":"2026-01-31","steps":1,"distance":1.10,"duration":60,"calories":2,"earnings":{"mft":1.10,"k_day":2,"multipliers":{"nft":1,"streak":1,"social":1}}}}'
const server = require('http').createServer((_, response) => response.end(day))
server.listen(0, '127.0.0.1', async () => {
  const stand = {
    on: () => stand,
    write: (_, done) => done(),
    isTTY: false,
  }
  const env = {
    MOVECLI_CONFIG_DIR: join(dist, 'nowhere'),
    MOVECLI_STATE_DIR: join(dist, 'nowhere'),
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`,
    MOVECLI_API_KEY: 'build-key',
    MOVECLI_TOKEN: 'build-token',
  }
  const proc = Object.create(process, {
    argv: { value: ['node', 'movecli', 'motion', 'daily', '--json'] },
    env: { value: env },
    stdout: { value: stand },
    stderr: { value: stand },
    on: { value: () => proc },
  })
  const code = await require(join(dist, 'main.js')).main(proc)
  server.close()
  if (code !== 0) throw new Error(`An ordinary read ended with ${code}.`)
  writeFileSync(kept(file), script.createCachedData())
})
