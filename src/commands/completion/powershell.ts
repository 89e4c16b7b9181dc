/** The completion script of PowerShell, 5.1 and newer. Untested: there is no PowerShell where movecli is tested. */
import { notice, offered, type Word, type Words } from './words.ts'

const powershellQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
/** Keys of a hashtable know no case, and may stand only once: -f and -F are one. */
const table = (name: string, entries: readonly (readonly [key: string, value: string])[]): string =>
  `  $${name} = @{\n${[...new Map(entries.map((entry) => [entry[0].toLowerCase(), entry])).values()].map(([key, value]) => `    ${powershellQuoted(key)} = ${value}`).join('\n')}\n  }`
const offerPairs = (words: readonly Word[]): string =>
  `@(${words.map(({ word, about }) => powershellQuoted(`${word}\t${about}`)).join(', ')})`

/** The script. Words are read from the syntax tree as text and compared; nothing is invoked. */
export function powershell(words: Words): string {
  const { places, valued, steps, globals } = words
  return `# ${notice('PowerShell')}
Register-ArgumentCompleter -Native -CommandName movecli, movecli.cmd, movecli.ps1 -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
${table(
  'commands',
  places
    .filter(({ commands }) => commands.length > 0)
    .map(({ path, commands }) => [path, offerPairs(commands)]),
)}
${table(
  'flags',
  places.filter(({ flags }) => flags.length > 0).map(({ path, flags }) => [path, offerPairs(flags)]),
)}
  $globalFlags = ${offerPairs(globals)}
${table(
  'steps',
  steps.map(({ typed, path }) => [typed, powershellQuoted(path)] as const),
)}
${table(
  'values',
  valued.flatMap(({ path, names, offer }) =>
    names.map(
      (name) => [path === undefined ? name : `${path} ${name}`, powershellQuoted(offered(offer))] as const,
    ),
  ),
)}
${table(
  'arguments',
  places.flatMap(({ path, args, many }) =>
    args.map(
      (offer, at) =>
        [
          `${path} ${many && at === args.length - 1 ? 'many' : at}`,
          powershellQuoted(offered(offer)),
        ] as const,
    ),
  ),
)}
  $path = ''
  $flag = ''
  $count = 0
  $elements = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
  foreach ($element in $elements) {
    $word = $element.Extent.Text
    if ($flag) { $flag = ''; continue }
    if ($word -ceq '--') { return }
    if ($word -like '--*=*') { continue }
    if ($word -like '-*') {
      if ($values.ContainsKey("$path $word") -or $values.ContainsKey($word)) { $flag = $word }
      continue
    }
    $next = "$path $word".Trim()
    if ($steps.ContainsKey($next)) { $path = $steps[$next] } else { $count++ }
  }
  $before = ''
  $offer = $null
  $typed = $wordToComplete
  if ($typed -match '^(--[^=]+)=(.*)$') {
    $flag = $Matches[1]
    $before = "$flag="
    $typed = $Matches[2]
  }
  $found = @()
  if ($flag) {
    $offer = $values["$path $flag"]
    if (-not $offer) { $offer = $values[$flag] }
  } elseif ($typed -like '-*') {
    $found = @($flags[$path]) + $globalFlags
  } elseif ($count -eq 0 -and $commands.ContainsKey($path)) {
    $found = $commands[$path]
  } else {
    $offer = $arguments["$path $count"]
    if (-not $offer) { $offer = $arguments["$path many"] }
  }
  if ($offer -eq '@profile') {
    $folder = $env:MOVECLI_CONFIG_DIR
    if (-not $folder -and $env:XDG_CONFIG_HOME) { $folder = Join-Path $env:XDG_CONFIG_HOME 'movecli' }
    if (-not $folder -and $env:APPDATA) { $folder = Join-Path $env:APPDATA 'movecli' }
    if (-not $folder) { $folder = Join-Path (Join-Path $HOME '.config') 'movecli' }
    $file = Join-Path $folder 'config.json'
    if (Test-Path -LiteralPath $file) {
      try {
        $settings = Get-Content -LiteralPath $file -Raw -ErrorAction Stop | ConvertFrom-Json
        $found = @($settings.profiles.PSObject.Properties.Name | Where-Object { $_ -match '^[a-z0-9_-]{1,64}$' })
      } catch {
        $found = @()
      }
    }
  } elseif ($offer) {
    $found = @($offer -split ' ' | Where-Object { $_ -notlike '@*' })
  }
  $found | Where-Object { $_ -and $_.StartsWith($typed) } | ForEach-Object {
    $word, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $word }
    [System.Management.Automation.CompletionResult]::new("$before$word", $word, 'ParameterValue', $about)
  }
}
`
}
