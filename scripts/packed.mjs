/** Packs the project, installs the tarball in an empty folder with an empty home, and tries it as a new user would. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'movecli-packed-'))
const shell = process.platform === 'win32'
const problems = []

execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  shell,
})
const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
writeFileSync(join(folder, 'package.json'), '{"private":true}')
execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], {
  cwd: folder,
  stdio: 'inherit',
  shell,
})

// npm warns of a script that an installation would run, even of one that builds in a clone alone.
const installed = JSON.parse(readFileSync(join(folder, 'node_modules', 'movecli', 'package.json'), 'utf8'))
for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
  if (installed.scripts?.[name]) problems.push(`the packed package.json has the script ${name}`)

/** Runs the installed command with nothing but a path and an empty home. */
const run = (line, { code = 0, stdout, stderr }) => {
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home') }
  const ran = spawnSync(join(folder, 'node_modules', '.bin', 'movecli'), line, {
    cwd: folder,
    env,
    encoding: 'utf8',
    shell,
  })
  const fits =
    ran.status === code && (!stdout || stdout.test(ran.stdout)) && (!stderr || stderr.test(ran.stderr))
  if (!fits) problems.push(`movecli ${line.join(' ')}: exit ${ran.status}\n${ran.stdout}${ran.stderr}`)
  return ran.stdout
}

run([], { stdout: /motion daily -n sandbox/ })
run(['--version'], { stdout: /^\d+\.\d+\.\d+\n$/ })
run(['--help'], { stdout: /usage: movecli/ })
run(['motion', 'daily', '-n', 'sandbox', '--json'], { stdout: /^\{"date":"\d{4}-\d\d-\d\d"/ })
run(['motion', 'daily'], { code: 3, stderr: /No network is chosen/ })
const motion = ['--steps', '12', '--distance', '1km', '--duration', '10m']
const proof = run(['sandbox', 'proof', ...motion], { stdout: /^sandbox-proof/ }).trim()
run(['motion', 'submit', '-n', 'sandbox', ...motion, '--proof', proof], { stdout: /accepted/ })
run(['motion', 'submit', '-n', 'sandbox', ...motion, '--proof', 'false'], { code: 5, stderr: /MOTION_002/ })

rmSync(folder, { recursive: true, force: true })
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'the packed command works' : `${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
