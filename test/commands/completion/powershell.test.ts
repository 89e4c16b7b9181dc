/** The published script of PowerShell, read as text by hand: what its tables hold, and that each is asked. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const script = readFileSync(join(import.meta.dirname, '../../../completions/movecli.ps1'), 'utf8')

/** The entries of `$name = @{ … }`. */
function table(name: string): Record<string, string> {
  const [, body = ''] = new RegExp(`\\$${name} = @\\{\\n([\\s\\S]*?)\\n  \\}`).exec(script) ?? []
  return Object.fromEntries(
    [...body.matchAll(/^ {4}'((?:[^']|'')*)' = (.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
  )
}

test('the values of a flag stand under its command, those of a global flag under the flag alone', () => {
  const values = table('values')
  expect(values['--network']).toBe("'mainnet testnet sandbox'")
  expect(values['-n']).toBe("'mainnet testnet sandbox'")
  expect(values['--format']).toBe("'table json ndjson csv tsv'")
  expect(values['--profile']).toBe("'@profile'")
  expect(values['nft ls --type']).toBe("'shoes apparel accessories'")
  expect(values['login --key-file']).toBe("'@file'")
  expect(
    Object.keys(values).filter((key) => /undefined|--(yes|json|dry-run|quiet)\b|--key$/.test(key)),
  ).toEqual([])
})

test('both are looked up: the flag with its command first, then the flag alone; also for --flag=value', () => {
  expect(script).toContain(
    'if ($values.ContainsKey("$path $word") -or $values.ContainsKey($word)) { $flag = $word }',
  )
  expect(script).toContain(
    `    $offer = $values["$path $flag"]\n    if (-not $offer) { $offer = $values[$flag] }`,
  )
  expect(script).toMatch(/\$typed -match '\^\(--\[\^=\]\+\)=\(\.\*\)\$'\) \{\n {4}\$flag = \$Matches\[1\]/)
})

test('commands, their aliases and arguments are those of the tree', () => {
  expect(table('steps')).toMatchObject({ 'motion daily': "'motion daily'", 'nft list': "'nft ls'" })
  expect(table('commands')['motion']).toMatch(/'daily\t[^']+'.*'submit\t/)
  expect(table('arguments')['completion 0']).toBe("'bash zsh fish powershell'")
  expect(table('flags')['motion daily']).toContain("'--date\t")
})
