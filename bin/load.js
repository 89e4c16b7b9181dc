// Loads a file of dist with the code that V8 made of it at build time. Any other V8 than that one compiles it anew.
'use strict'
const { readFileSync } = require('fs')
const Module = require('module')
const { dirname } = require('path')
const { Script } = require('vm')

/** Where the code of a file is kept for the V8 that runs now. */
const kept = (file) => `${file}.${process.arch}-${process.versions.v8}.code`

const compile = (file, cachedData) =>
  new Script(Module.wrap(readFileSync(file, 'utf8')), {
    filename: file,
    cachedData,
  })

/** Runs a compiled file as require would, and keeps it where require looks. */
function run(file, script) {
  const module = new Module(file, null)
  Object.assign(module, { filename: file, paths: [] })
  require.cache[file] = module
  script.runInThisContext()(module.exports, Module.createRequire(file), module, file, dirname(file))
  module.loaded = true
}

/** Puts the file where require looks; does nothing where no code is kept for this V8. */
exports.load = (file) => {
  let code
  try {
    code = readFileSync(kept(file))
  } catch {
    return
  }
  run(file, compile(file, code))
}

exports.parts = { compile, kept, run }
