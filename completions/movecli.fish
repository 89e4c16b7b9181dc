# Completes movecli in fish. Made by `npm run docs` from the command lines; do not edit.
# The script is sh's own text; what is asked for is its argument.
function __movecli_live
  command sh -c '_movecli_live() {
  _movecli_config=${MOVECLI_CONFIG_DIR:-}
  _movecli_state=${MOVECLI_STATE_DIR:-}
  if [ -z "$_movecli_config" ]; then
    case ${XDG_CONFIG_HOME:-} in
      /*) _movecli_config=$XDG_CONFIG_HOME/movecli ;;
      *) _movecli_config=$HOME/.config/movecli ;;
    esac
  fi
  if [ -z "$_movecli_state" ]; then
    case ${XDG_STATE_HOME:-} in
      /*) _movecli_state=$XDG_STATE_HOME/movecli ;;
      *) _movecli_state=$HOME/.local/state/movecli ;;
    esac
  fi
  case $1 in
    profile) _movecli_names profiles \': {\' ;;
    alias) _movecli_names aliases \': "\' ;;
    write) _movecli_writes planned sending applied rejected unknown resolved not_sent ;;
    unknown) _movecli_writes sending unknown ;;
    run) command ls -1t "$_movecli_state/journal/runs" 2>/dev/null | command sed -n \'/^[A-Za-z0-9_][A-Za-z0-9._-]*$/p\' ;;
    keystore) command ls -1 "$HOME/.foundry/keystores" 2>/dev/null | command sed -n \'/^[A-Za-z0-9_][A-Za-z0-9._-]*$/p\' ;;
    day)
      for _movecli_ago in 0 1 2 3 4 5 6; do
        command date -d "-$_movecli_ago day" +%Y-%m-%d 2>/dev/null || command date -v-"$_movecli_ago"d +%Y-%m-%d 2>/dev/null
      done
      ;;
  esac
}

_movecli_names() {
  [ -r "$_movecli_config/config.json" ] || return 0
  command sed -n \'/^  "\'"$1"\'": {$/,/^  }/s/^    "\\([a-z0-9_-]\\{1,64\\}\\)"\'"$2"\'.*$/\\1/p\' <"$_movecli_config/config.json" 2>/dev/null
}

_movecli_writes() {
  [ -r "$_movecli_state/journal/writes.log" ] || return 0
  command tail -n 500 <"$_movecli_state/journal/writes.log" 2>/dev/null | command awk -v wanted=" $* " \'
    /^[0-9a-f]+ [{]"state":"[a-z_]+","id":"[0-9a-f]+"/ {
      split($0, part, "\\"")
      if (!(part[8] in state)) order[++count] = part[8]
      state[part[8]] = part[4]
    }
    END {
      for (at = count; at > 0; at--) if (index(wanted, " " state[order[at]] " ")) print order[at]
    }\' 2>/dev/null
}
_movecli_live "$1"' sh "$argv[1]"
end

function __movecli_config_value
  switch "$argv[1]"
    case 'profile'
      echo '@profile'
    case 'format'
      echo 'table json ndjson csv tsv'
    case 'color'
      echo 'auto always never'
    case 'credentials.store'
      echo 'auto keychain file'
  end
end

function __movecli_commands
  switch "$argv[1]"
    case ''
      printf '%s\t%s\n' 'login' 'Store your API key and sign in with your wallet'
      printf '%s\t%s\n' 'logout' 'Sign out (remove the session token)'
      printf '%s\t%s\n' 'whoami' 'Show profile, network, address and session, and where each value comes from'
      printf '%s\t%s\n' 'motion' 'Your motion of a day and what it earned; import and submit motion'
      printf '%s\t%s\n' 'nft' 'Your NFT equipment; mint and upgrade it'
      printf '%s\t%s\n' 'token' 'The reward token: balance, claim, price'
      printf '%s\t%s\n' 'user' 'Your profile and settings at the service'
      printf '%s\t%s\n' 'kyc' 'Submit identity data (KYC) and show its status'
      printf '%s\t%s\n' 'api' 'Send a request to any path of the service'
      printf '%s\t%s\n' 'profile' 'List, choose, show and remove profiles'
      printf '%s\t%s\n' 'config' 'Show, set and remove settings'
      printf '%s\t%s\n' 'wallet' 'Keystores by name, and the address of a signer'
      printf '%s\t%s\n' 'alias' 'Shortcuts for command lines: set, list and delete them'
      printf '%s\t%s\n' 'journal' 'Every write you sent, and its outcome'
      printf '%s\t%s\n' 'limits' 'Show what is left of the hourly limit'
      printf '%s\t%s\n' 'smoke' 'Check that a network works as documented'
      printf '%s\t%s\n' 'sandbox' 'A sandbox of the service on this machine, with made-up data'
      printf '%s\t%s\n' 'mcp' 'Serve the commands as tools for agents (Model Context Protocol)'
      printf '%s\t%s\n' 'doctor' 'Check the setup on this machine: files, folders, base URL, clock'
      printf '%s\t%s\n' 'completion' 'Print the completion script for your shell'
      printf '%s\t%s\n' 'explain' 'Explain a code: its meaning, whether a retry is safe, what to do'
      printf '%s\t%s\n' 'commands' 'List every command with its arguments, flags and exit codes'
      printf '%s\t%s\n' 'help' 'Show help for a command or a topic'
    case 'motion'
      printf '%s\t%s\n' 'daily' 'Show one day of motion and what it earned'
      printf '%s\t%s\n' 'history' 'List your days of motion'
      printf '%s\t%s\n' 'import' 'Turn recorded activity (FIT, GPX, TCX, Apple Health, CSV) into rows for motion submit --from'
      printf '%s\t%s\n' 'submit' 'Submit motion with its zero-knowledge proof'
    case 'nft'
      printf '%s\t%s\n' 'ls' 'List your NFT equipment, or that of an address'
      printf '%s\t%s\n' 'mint' 'Mint an NFT'
      printf '%s\t%s\n' 'upgrade' 'Upgrade an NFT'
    case 'token'
      printf '%s\t%s\n' 'balance' 'Show your balance of the reward token'
      printf '%s\t%s\n' 'claim' 'Claim the tokens you earned'
      printf '%s\t%s\n' 'price' 'Show the price of the reward token'
    case 'user'
      printf '%s\t%s\n' 'profile' 'Show your user profile'
      printf '%s\t%s\n' 'settings' 'Change your settings'
    case 'kyc'
      printf '%s\t%s\n' 'submit' 'Submit identity data'
      printf '%s\t%s\n' 'status' 'Show your KYC status'
    case 'profile'
      printf '%s\t%s\n' 'ls' 'List the profiles'
      printf '%s\t%s\n' 'use' 'Set the default profile'
      printf '%s\t%s\n' 'show' 'Show a profile (the current one by default)'
      printf '%s\t%s\n' 'rm' 'Remove a profile: its settings and its credentials'
    case 'config'
      printf '%s\t%s\n' 'get' 'Print the value of a setting'
      printf '%s\t%s\n' 'set' 'Set a configuration value'
      printf '%s\t%s\n' 'unset' 'Remove a setting'
      printf '%s\t%s\n' 'list' 'List your settings, or every key with --all'
      printf '%s\t%s\n' 'path' 'Print the path of the settings file'
    case 'wallet'
      printf '%s\t%s\n' 'list' 'List the keystores that --keystore finds by name (~/.foundry/keystores)'
      printf '%s\t%s\n' 'address' 'Show the address of a signer; nothing is signed or sent'
    case 'alias'
      printf '%s\t%s\n' 'set' 'Set an alias'
      printf '%s\t%s\n' 'list' 'List the aliases'
      printf '%s\t%s\n' 'delete' 'Delete an alias'
    case 'journal'
      printf '%s\t%s\n' 'ls' 'List writes, newest first'
      printf '%s\t%s\n' 'show' 'Show one write: what was sent, when, and every step it took'
      printf '%s\t%s\n' 'resolve' 'Record the outcome of a write that is unknown'
      printf '%s\t%s\n' 'unlock' 'Free a lock whose process is gone'
      printf '%s\t%s\n' 'export' 'Export the whole journal, one row for each step of each write'
      printf '%s\t%s\n' 'prune' 'Remove old writes that are settled'
    case 'sandbox'
      printf '%s\t%s\n' 'start' 'Serve the sandbox over HTTP in the foreground until Ctrl-C'
      printf '%s\t%s\n' 'status' 'Show where sandbox data is stored and whether a server is running'
      printf '%s\t%s\n' 'reset' 'Delete all sandbox data'
      printf '%s\t%s\n' 'proof' 'Print the proof that the sandbox accepts for exactly this motion'
    case 'help motion'
      printf '%s\t%s\n' 'daily' 'Show one day of motion and what it earned'
      printf '%s\t%s\n' 'history' 'List your days of motion'
      printf '%s\t%s\n' 'import' 'Turn recorded activity (FIT, GPX, TCX, Apple Health, CSV) into rows for motion submit --from'
      printf '%s\t%s\n' 'submit' 'Submit motion with its zero-knowledge proof'
    case 'help nft'
      printf '%s\t%s\n' 'ls' 'List your NFT equipment, or that of an address'
      printf '%s\t%s\n' 'mint' 'Mint an NFT'
      printf '%s\t%s\n' 'upgrade' 'Upgrade an NFT'
    case 'help token'
      printf '%s\t%s\n' 'balance' 'Show your balance of the reward token'
      printf '%s\t%s\n' 'claim' 'Claim the tokens you earned'
      printf '%s\t%s\n' 'price' 'Show the price of the reward token'
    case 'help user'
      printf '%s\t%s\n' 'profile' 'Show your user profile'
      printf '%s\t%s\n' 'settings' 'Change your settings'
    case 'help kyc'
      printf '%s\t%s\n' 'submit' 'Submit identity data'
      printf '%s\t%s\n' 'status' 'Show your KYC status'
    case 'help profile'
      printf '%s\t%s\n' 'ls' 'List the profiles'
      printf '%s\t%s\n' 'use' 'Set the default profile'
      printf '%s\t%s\n' 'show' 'Show a profile (the current one by default)'
      printf '%s\t%s\n' 'rm' 'Remove a profile: its settings and its credentials'
    case 'help config'
      printf '%s\t%s\n' 'get' 'Print the value of a setting'
      printf '%s\t%s\n' 'set' 'Set a configuration value'
      printf '%s\t%s\n' 'unset' 'Remove a setting'
      printf '%s\t%s\n' 'list' 'List your settings, or every key with --all'
      printf '%s\t%s\n' 'path' 'Print the path of the settings file'
    case 'help wallet'
      printf '%s\t%s\n' 'list' 'List the keystores that --keystore finds by name (~/.foundry/keystores)'
      printf '%s\t%s\n' 'address' 'Show the address of a signer; nothing is signed or sent'
    case 'help alias'
      printf '%s\t%s\n' 'set' 'Set an alias'
      printf '%s\t%s\n' 'list' 'List the aliases'
      printf '%s\t%s\n' 'delete' 'Delete an alias'
    case 'help journal'
      printf '%s\t%s\n' 'ls' 'List writes, newest first'
      printf '%s\t%s\n' 'show' 'Show one write: what was sent, when, and every step it took'
      printf '%s\t%s\n' 'resolve' 'Record the outcome of a write that is unknown'
      printf '%s\t%s\n' 'unlock' 'Free a lock whose process is gone'
      printf '%s\t%s\n' 'export' 'Export the whole journal, one row for each step of each write'
      printf '%s\t%s\n' 'prune' 'Remove old writes that are settled'
    case 'help sandbox'
      printf '%s\t%s\n' 'start' 'Serve the sandbox over HTTP in the foreground until Ctrl-C'
      printf '%s\t%s\n' 'status' 'Show where sandbox data is stored and whether a server is running'
      printf '%s\t%s\n' 'reset' 'Delete all sandbox data'
      printf '%s\t%s\n' 'proof' 'Print the proof that the sandbox accepts for exactly this motion'
  end
end

function __movecli_flags
  switch "$argv[1]"
    case ''
      printf '%s\t%s\n' '--version' 'Version of movecli'
    case 'login'
      printf '%s\t%s\n' '--key' 'API key of the service (--key=… for one that begins with -); without a value, asks for it hidden, or reads stdin'
      printf '%s\t%s\n' '--key-file' 'Read the API key from a file'
      printf '%s\t%s\n' '--key-only' 'Store the API key, do not sign in'
      printf '%s\t%s\n' '--keystore' 'An encrypted keystore: a file, or the name of one of foundry\'s'
      printf '%s\t%s\n' '--password-file' 'Read the password of the keystore from a file'
      printf '%s\t%s\n' '--private-key-file' 'A private key, read from a file, or - for stdin'
      printf '%s\t%s\n' '--mnemonic-file' 'A mnemonic, read from a file, or - for stdin'
      printf '%s\t%s\n' '--hd-path' 'Path of the mnemonic\'s key (default m/44\'/60\'/0\'/0/0)'
      printf '%s\t%s\n' '--browser' 'Sign in on a page of this machine with a wallet in your browser; no key reaches movecli'
      printf '%s\t%s\n' '--port' 'Port of that page, for example for ssh -L (default: a free one)'
      printf '%s\t%s\n' '--no-open' 'Print the address of that page, do not open a browser'
      printf '%s\t%s\n' '--exec' 'A program that signs and answers on stdout; its arguments follow --'
      printf '%s\t%s\n' '--wait' 'Time for the signer to answer (default 2m; 5m in a browser)'
      printf '%s\t%s\n' '--remember-signer' 'Sign in again automatically when the session ends (with --exec, or --keystore and --password-file)'
      printf '%s\t%s\n' '--store' 'Where to keep the secrets; by default the setting credentials.store'
      printf '%s\t%s\n' '--print-message' 'Print the message to sign elsewhere, and exit'
      printf '%s\t%s\n' '--message-file' 'Sign in with a message that was signed elsewhere'
      printf '%s\t%s\n' '--signature' 'The signature over the message of --message-file'
      printf '%s\t%s\n' '--address' 'The address that must sign'
      printf '%s\t%s\n' '--contract-wallet' 'The address is a smart contract, whose signature movecli cannot check'
    case 'logout'
      printf '%s\t%s\n' '--all' 'Remove the API key and the signer too'
    case 'whoami'
      printf '%s\t%s\n' '--check' 'Make one live call with the credentials'
      printf '%s\t%s\n' '--min-validity' 'Exit with 4 if the session expires sooner than this'
    case 'motion daily'
      printf '%s\t%s\n' '--date' 'Day: YYYY-MM-DD, today or yesterday'
      printf '%s\t%s\n' '--address' 'Wallet address of another user'
      printf '%s\t%s\n' '--explain' 'Show mft, k_day and each multiplier side by side'
      printf '%s\t%s\n' '--watch' 'Poll at this interval and print changes, until Ctrl-C'
      printf '%s\t%s\n' '--param' 'Query parameter that has no flag of its own; may be repeated'
      printf '%s\t%s\n' '--all-profiles' 'Read for every profile, in one result with a profile column'
      printf '%s\t%s\n' '--profiles' 'Read for the profiles that match a pattern, such as \'ops-*\''
    case 'motion history'
      printf '%s\t%s\n' '--page' 'Page number'
      printf '%s\t%s\n' '--limit' 'Items per page'
      printf '%s\t%s\n' '--all' 'Read every page'
      printf '%s\t%s\n' '--max-items' 'Read pages until there are this many rows'
      printf '%s\t%s\n' '--chart' 'Draw steps and earnings per day'
      printf '%s\t%s\n' '--svg' 'Write a drawing of the days as SVG'
      printf '%s\t%s\n' '--html' 'Write a page with the drawing and its values as a table'
      printf '%s\t%s\n' '--param' 'Query parameter that has no flag of its own; may be repeated'
      printf '%s\t%s\n' '--all-profiles' 'Read for every profile, in one result with a profile column'
      printf '%s\t%s\n' '--profiles' 'Read for the profiles that match a pattern, such as \'ops-*\''
    case 'motion import'
      printf '%s\t%s\n' '--per' 'One row per day (default) or per activity'
      printf '%s\t%s\n' '--since' 'First day: YYYY-MM-DD, today, yesterday, or 7d for a week ago'
      printf '%s\t%s\n' '--until' 'Last day, inclusive'
      printf '%s\t%s\n' '--type' 'Only these activities: walk, run, hike, ride, swim, other (with commas)'
      printf '%s\t%s\n' '--source' 'Take these sources first where several counted the same time (with commas)'
      printf '%s\t%s\n' '--stride' 'Work out missing steps from the distance, for example 0.75m'
      printf '%s\t%s\n' '--tz' 'Time zone of times that name none, for example Europe/Berlin'
      printf '%s\t%s\n' '--device-id' 'device_id of every row; by default the one of the settings'
      printf '%s\t%s\n' '--explain' 'Show where each number came from and what was left out'
    case 'motion submit'
      printf '%s\t%s\n' '--steps' 'Step count'
      printf '%s\t%s\n' '--distance' 'Distance: kilometers, or 5.2km, 800m'
      printf '%s\t%s\n' '--duration' 'Active time: seconds, or 31m, 1h02m'
      printf '%s\t%s\n' '--proof' 'zk-Motion proof'
      printf '%s\t%s\n' '--device-id' 'Device identifier'
      printf '%s\t%s\n' '--proof-file' 'Read the proof from a file'
      printf '%s\t%s\n' '--prover' 'Program that makes the proof'
      printf '%s\t%s\n' '--reconcile' 'Settle an earlier write whose outcome is unknown; sends nothing'
      printf '%s\t%s\n' '--force' 'Send even if the outcome of an earlier one is unknown, or the balance cannot be read; goes on record'
      printf '%s\t%s\n' '--profiles' 'Send it for each profile that matches a pattern, such as \'ops-*\', one after the other'
      printf '%s\t%s\n' '--skip-within' 'With --profiles, leave out wallets for which the same was applied within this time'
      printf '%s\t%s\n' '--from' 'Submit the rows of an .ndjson or .csv file, or - for standard input'
      printf '%s\t%s\n' '--run' 'Name of the run (default: the digest of the input)'
      printf '%s\t%s\n' '--plan' 'Show what is left, how long it takes within the limit, and whether the session lasts that long'
      printf '%s\t%s\n' '--prover-lines' 'Keep the prover running: one line in, one line out'
      printf '%s\t%s\n' '--prover-jobs' 'Provers that run at the same time (default 1)'
      printf '%s\t%s\n' '--concurrency' 'Rows sent at once (default 8)'
      printf '%s\t%s\n' '--skip-invalid' 'Send the good rows and report the others'
      printf '%s\t%s\n' '--retry-failed' 'Send rejected rows again'
      printf '%s\t%s\n' '--retry-unknown' 'Send rows again whose outcome is unknown; they may be applied twice'
      printf '%s\t%s\n' '--skip-applied' 'Leave out rows that another run of the last 30 days applied, or sent with an unknown outcome'
      printf '%s\t%s\n' '--resubmit' 'Send rows that another run sent before'
      printf '%s\t%s\n' '--max-failures' 'Stop after this many rows are rejected or unknown'
      printf '%s\t%s\n' '--on-error' 'What to do after a rejected row'
      printf '%s\t%s\n' '--shard' 'Only part i of n: always the same rows, each part with its own journal'
      printf '%s\t%s\n' '--summary' 'Write the summary as JSON'
      printf '%s\t%s\n' '--openmetrics' 'Write the figures for Prometheus to a file, replaced as a whole and readable by others'
    case 'nft ls'
      printf '%s\t%s\n' '--type' 'Kind of equipment'
      printf '%s\t%s\n' '--page' 'Page number'
      printf '%s\t%s\n' '--limit' 'Items per page'
      printf '%s\t%s\n' '--all' 'Read every page'
      printf '%s\t%s\n' '--max-items' 'Read pages until there are this many rows'
      printf '%s\t%s\n' '--sort' 'Sort by a field; with a - in front, greatest first'
      printf '%s\t%s\n' '--param' 'Query parameter that has no flag of its own; may be repeated'
      printf '%s\t%s\n' '--all-profiles' 'Read for every profile, in one result with a profile column'
      printf '%s\t%s\n' '--profiles' 'Read for the profiles that match a pattern, such as \'ops-*\''
    case 'nft mint'
      printf '%s\t%s\n' '--raw-field' 'Add a text field to the body; a[b] nests, a[] adds to a list; may be repeated'
      printf '%s\t%s\n' '--field' 'Add a typed field: number, true, false, null, @file, or @- for stdin; anything else is text'
      printf '%s\t%s\n' '--input' 'Read the whole body as JSON from a file, or - for stdin'
      printf '%s\t%s\n' '--reconcile' 'Settle an earlier write whose outcome is unknown; sends nothing'
      printf '%s\t%s\n' '--force' 'Send even if the outcome of an earlier one is unknown, or the balance cannot be read; goes on record'
    case 'nft upgrade'
      printf '%s\t%s\n' '--raw-field' 'Add a text field to the body; a[b] nests, a[] adds to a list; may be repeated'
      printf '%s\t%s\n' '--field' 'Add a typed field: number, true, false, null, @file, or @- for stdin; anything else is text'
      printf '%s\t%s\n' '--input' 'Read the whole body as JSON from a file, or - for stdin'
      printf '%s\t%s\n' '--reconcile' 'Settle an earlier write whose outcome is unknown; sends nothing'
      printf '%s\t%s\n' '--force' 'Send even if the outcome of an earlier one is unknown, or the balance cannot be read; goes on record'
    case 'token balance'
      printf '%s\t%s\n' '--watch' 'Poll at this interval and print changes, until Ctrl-C'
      printf '%s\t%s\n' '--param' 'Query parameter that has no flag of its own; may be repeated'
      printf '%s\t%s\n' '--all-profiles' 'Read for every profile, in one result with a profile column'
      printf '%s\t%s\n' '--profiles' 'Read for the profiles that match a pattern, such as \'ops-*\''
    case 'token claim'
      printf '%s\t%s\n' '--raw-field' 'Add a text field to the body; a[b] nests, a[] adds to a list; may be repeated'
      printf '%s\t%s\n' '--field' 'Add a typed field: number, true, false, null, @file, or @- for stdin; anything else is text'
      printf '%s\t%s\n' '--input' 'Read the whole body as JSON from a file, or - for stdin'
      printf '%s\t%s\n' '--reconcile' 'Settle an earlier write whose outcome is unknown; sends nothing'
      printf '%s\t%s\n' '--force' 'Send even if the outcome of an earlier one is unknown, or the balance cannot be read; goes on record'
      printf '%s\t%s\n' '--profiles' 'Send it for each profile that matches a pattern, such as \'ops-*\', one after the other'
      printf '%s\t%s\n' '--skip-within' 'With --profiles, leave out wallets for which the same was applied within this time'
    case 'token price'
      printf '%s\t%s\n' '--param' 'Query parameter that has no flag of its own; may be repeated'
      printf '%s\t%s\n' '--all-profiles' 'Read for every profile, in one result with a profile column'
      printf '%s\t%s\n' '--profiles' 'Read for the profiles that match a pattern, such as \'ops-*\''
    case 'user profile'
      printf '%s\t%s\n' '--param' 'Query parameter that has no flag of its own; may be repeated'
      printf '%s\t%s\n' '--all-profiles' 'Read for every profile, in one result with a profile column'
      printf '%s\t%s\n' '--profiles' 'Read for the profiles that match a pattern, such as \'ops-*\''
    case 'user settings'
      printf '%s\t%s\n' '--raw-field' 'Add a text field to the body; a[b] nests, a[] adds to a list; may be repeated'
      printf '%s\t%s\n' '--field' 'Add a typed field: number, true, false, null, @file, or @- for stdin; anything else is text'
      printf '%s\t%s\n' '--input' 'Read the whole body as JSON from a file, or - for stdin'
      printf '%s\t%s\n' '--profiles' 'Send it for each profile that matches a pattern, such as \'ops-*\', one after the other'
      printf '%s\t%s\n' '--skip-within' 'With --profiles, leave out wallets for which the same was applied within this time'
    case 'kyc'
      printf '%s\t%s\n' '--param' 'Query parameter that has no flag of its own; may be repeated'
      printf '%s\t%s\n' '--all-profiles' 'Read for every profile, in one result with a profile column'
      printf '%s\t%s\n' '--profiles' 'Read for the profiles that match a pattern, such as \'ops-*\''
      printf '%s\t%s\n' '--wait' 'Poll until the status is this one, for example verified'
    case 'kyc submit'
      printf '%s\t%s\n' '--raw-field' 'Add a text field to the body; a[b] nests, a[] adds to a list; may be repeated'
      printf '%s\t%s\n' '--field' 'Add a typed field: number, true, false, null, @file, or @- for stdin; anything else is text'
      printf '%s\t%s\n' '--input' 'Read the whole body as JSON from a file, or - for stdin'
    case 'kyc status'
      printf '%s\t%s\n' '--param' 'Query parameter that has no flag of its own; may be repeated'
      printf '%s\t%s\n' '--all-profiles' 'Read for every profile, in one result with a profile column'
      printf '%s\t%s\n' '--profiles' 'Read for the profiles that match a pattern, such as \'ops-*\''
      printf '%s\t%s\n' '--wait' 'Poll until the status is this one, for example verified'
    case 'api'
      printf '%s\t%s\n' '--param' 'Query parameter that has no flag of its own; may be repeated'
      printf '%s\t%s\n' '--raw-field' 'Add a text field to the body; a[b] nests, a[] adds to a list; may be repeated'
      printf '%s\t%s\n' '--field' 'Add a typed field: number, true, false, null, @file, or @- for stdin; anything else is text'
      printf '%s\t%s\n' '--input' 'Read the whole body as JSON from a file, or - for stdin'
      printf '%s\t%s\n' '--include' 'Also show the status and headers of the answer'
      printf '%s\t%s\n' '--paginate' 'Read every page of a list'
    case 'config list'
      printf '%s\t%s\n' '--show-origin' 'Show where each value comes from'
      printf '%s\t%s\n' '--all' 'List every key with its meaning, default and values'
    case 'wallet address'
      printf '%s\t%s\n' '--keystore' 'An encrypted keystore: a file, or the name of one of foundry\'s'
      printf '%s\t%s\n' '--password-file' 'Read the password of the keystore from a file'
      printf '%s\t%s\n' '--private-key-file' 'A private key, read from a file, or - for stdin'
      printf '%s\t%s\n' '--mnemonic-file' 'A mnemonic, read from a file, or - for stdin'
      printf '%s\t%s\n' '--hd-path' 'Path of the mnemonic\'s key (default m/44\'/60\'/0\'/0/0)'
      printf '%s\t%s\n' '--exec' 'A program that signs and answers on stdout; its arguments follow --'
      printf '%s\t%s\n' '--wait' 'Time for the signer to answer (default 2m; 5m in a browser)'
    case 'journal ls'
      printf '%s\t%s\n' '--state' 'Only writes in this state'
      printf '%s\t%s\n' '--operation' 'Only this operation: \'token claim\', or METHOD /path'
      printf '%s\t%s\n' '--run' 'Only rows of this bulk run'
      printf '%s\t%s\n' '--since' 'Only writes of this period, for example 2d'
      printf '%s\t%s\n' '--limit' 'At most this many'
      printf '%s\t%s\n' '--all' 'All writes, also on a terminal'
    case 'journal resolve'
      printf '%s\t%s\n' '--as' 'What you know to be true'
      printf '%s\t%s\n' '--note' 'How you know, for the record'
    case 'journal prune'
      printf '%s\t%s\n' '--before' 'Remove writes whose last step is older than this, for example 90d'
    case 'limits'
      printf '%s\t%s\n' '--openmetrics' 'Write the figures for Prometheus to a file, replaced as a whole and readable by others'
    case 'smoke'
      printf '%s\t%s\n' '--suite' 'Which checks to run (default read)'
      printf '%s\t%s\n' '--prover' 'Program that makes the proof of the motion that the full suite submits'
      printf '%s\t%s\n' '--junit' 'Also write the result as JUnit XML'
      printf '%s\t%s\n' '--openmetrics' 'Write the figures for Prometheus to a file, replaced as a whole and readable by others'
      printf '%s\t%s\n' '--fail-fast' 'Stop at the first check that fails'
      printf '%s\t%s\n' '--require-all' 'Fail with 4 if a check is skipped'
      printf '%s\t%s\n' '--repeat' 'Requests per operation for its latency (default 1)'
      printf '%s\t%s\n' '--max-latency' 'Fail if an operation\'s p95 latency is above this'
      printf '%s\t%s\n' '--watch' 'Poll at this interval and print changes, until Ctrl-C'
    case 'sandbox start'
      printf '%s\t%s\n' '--port' 'Port; 0 picks a free one (default 4017)'
      printf '%s\t%s\n' '--data' 'Folder of its data (default: that of -n sandbox)'
      printf '%s\t%s\n' '--memory' 'Keep the data in memory only'
      printf '%s\t%s\n' '--seed' 'Seed of the made-up data'
      printf '%s\t%s\n' '--fault' 'Simulate a fault, for example "POST /token/claim:drop-after-apply@1"; may be repeated'
      printf '%s\t%s\n' '--token-ttl' 'How long a session lives'
      printf '%s\t%s\n' '--limit-per-hour' 'Requests an hour (0 = unlimited)'
      printf '%s\t%s\n' '--host' 'Address to listen on instead of 127.0.0.1'
      printf '%s\t%s\n' '--allow-host' 'Another host name that requests may use; may be repeated'
    case 'sandbox proof'
      printf '%s\t%s\n' '--steps' 'Step count'
      printf '%s\t%s\n' '--distance' 'Distance: kilometers, or 5.2km, 800m'
      printf '%s\t%s\n' '--duration' 'Active time: seconds, or 31m, 1h02m'
      printf '%s\t%s\n' '--device-id' 'Device identifier'
    case 'mcp'
      printf '%s\t%s\n' '--allow' 'Commands that need no confirmation, as \'nft mint,token claim\'; may be repeated'
      printf '%s\t%s\n' '--read-only' 'Offer only commands that read'
    case 'doctor'
      printf '%s\t%s\n' '--report' 'Print a report for a ticket'
  end
  printf '%s\t%s\n' '--profile' 'Which profile'
  printf '%s\t%s\n' '--network' 'Which network'
  printf '%s\t%s\n' '--base-url' 'Base address, ending in /v1'
  printf '%s\t%s\n' '--json' 'The result as JSON on stdout'
  printf '%s\t%s\n' '--format' 'Format of the result (default: a table on a terminal, TSV in a pipe)'
  printf '%s\t%s\n' '--fields' 'Only these fields, as a,b.c'
  printf '%s\t%s\n' '--no-header' 'Leave out the header line of CSV and TSV'
  printf '%s\t%s\n' '--jq' 'Filter the JSON with jq'
  printf '%s\t%s\n' '--quiet' 'Only errors on stderr'
  printf '%s\t%s\n' '--verbose' 'Requests and timing on stderr; twice: headers and bodies too, redacted'
  printf '%s\t%s\n' '--timeout' 'Maximum time for one request (default 30s; 120s for claim, mint and upgrade)'
  printf '%s\t%s\n' '--retries' 'Attempts to repeat a request that is safe to repeat (default 3, 0 = none)'
  printf '%s\t%s\n' '--rate-limit' 'Requests an hour for motion submit --from, --all and --watch; 0 = unlimited'
  printf '%s\t%s\n' '--max-wait' 'Maximum time to wait for the rate limit (default 1m; 1h for bulk submissions)'
  printf '%s\t%s\n' '--dry-run' 'Print what a write would send; sends and changes nothing'
  printf '%s\t%s\n' '--yes' 'Answer yes to confirmations'
  printf '%s\t%s\n' '--no-input' 'Never prompt'
  printf '%s\t%s\n' '--strict' 'A documented field that is missing or of another type is a failure'
  printf '%s\t%s\n' '--color' 'When to use color'
  printf '%s\t%s\n' '--help' 'Help on the command'
end

function __movecli_step
  switch "$argv[1]"
    case 'login'
      echo 'login'
    case 'logout'
      echo 'logout'
    case 'whoami'
      echo 'whoami'
    case 'motion'
      echo 'motion'
    case 'motion daily'
      echo 'motion daily'
    case 'motion history'
      echo 'motion history'
    case 'motion import'
      echo 'motion import'
    case 'motion submit'
      echo 'motion submit'
    case 'nft'
      echo 'nft'
    case 'nft ls'
      echo 'nft ls'
    case 'nft mint'
      echo 'nft mint'
    case 'nft upgrade'
      echo 'nft upgrade'
    case 'token'
      echo 'token'
    case 'token balance'
      echo 'token balance'
    case 'token claim'
      echo 'token claim'
    case 'token price'
      echo 'token price'
    case 'user'
      echo 'user'
    case 'user profile'
      echo 'user profile'
    case 'user settings'
      echo 'user settings'
    case 'kyc'
      echo 'kyc'
    case 'kyc submit'
      echo 'kyc submit'
    case 'kyc status'
      echo 'kyc status'
    case 'api'
      echo 'api'
    case 'profile'
      echo 'profile'
    case 'profile ls'
      echo 'profile ls'
    case 'profile use'
      echo 'profile use'
    case 'profile show'
      echo 'profile show'
    case 'profile rm'
      echo 'profile rm'
    case 'config'
      echo 'config'
    case 'config get'
      echo 'config get'
    case 'config set'
      echo 'config set'
    case 'config unset'
      echo 'config unset'
    case 'config list'
      echo 'config list'
    case 'config path'
      echo 'config path'
    case 'wallet'
      echo 'wallet'
    case 'wallet list'
      echo 'wallet list'
    case 'wallet address'
      echo 'wallet address'
    case 'alias'
      echo 'alias'
    case 'alias set'
      echo 'alias set'
    case 'alias list'
      echo 'alias list'
    case 'alias delete'
      echo 'alias delete'
    case 'journal'
      echo 'journal'
    case 'journal ls'
      echo 'journal ls'
    case 'journal show'
      echo 'journal show'
    case 'journal resolve'
      echo 'journal resolve'
    case 'journal unlock'
      echo 'journal unlock'
    case 'journal export'
      echo 'journal export'
    case 'journal prune'
      echo 'journal prune'
    case 'limits'
      echo 'limits'
    case 'smoke'
      echo 'smoke'
    case 'sandbox'
      echo 'sandbox'
    case 'sandbox start'
      echo 'sandbox start'
    case 'sandbox status'
      echo 'sandbox status'
    case 'sandbox reset'
      echo 'sandbox reset'
    case 'sandbox proof'
      echo 'sandbox proof'
    case 'mcp'
      echo 'mcp'
    case 'doctor'
      echo 'doctor'
    case 'completion'
      echo 'completion'
    case 'explain'
      echo 'explain'
    case 'commands'
      echo 'commands'
    case 'help'
      echo 'help'
    case 'help motion'
      echo 'help motion'
    case 'help nft'
      echo 'help nft'
    case 'help token'
      echo 'help token'
    case 'help user'
      echo 'help user'
    case 'help kyc'
      echo 'help kyc'
    case 'help profile'
      echo 'help profile'
    case 'help config'
      echo 'help config'
    case 'help wallet'
      echo 'help wallet'
    case 'help alias'
      echo 'help alias'
    case 'help journal'
      echo 'help journal'
    case 'help sandbox'
      echo 'help sandbox'
    case 'nft list'
      echo 'nft ls'
    case 'profile list'
      echo 'profile ls'
    case 'profile remove'
      echo 'profile rm'
    case 'wallet ls'
      echo 'wallet list'
    case 'alias ls'
      echo 'alias list'
    case 'alias rm'
      echo 'alias delete'
    case 'journal list'
      echo 'journal ls'
    case '*'
      return 1
  end
end

function __movecli_value
  switch "$argv[1] $argv[2]"
    case 'login --key-file'
      echo '@file'; return 0
    case 'login --keystore'
      echo '@keystore @file'; return 0
    case 'login --password-file'
      echo '@file'; return 0
    case 'login --private-key-file'
      echo '@file'; return 0
    case 'login --mnemonic-file'
      echo '@file'; return 0
    case 'login --hd-path'
      echo '@any'; return 0
    case 'login --port'
      echo '@any'; return 0
    case 'login --exec'
      echo '@file'; return 0
    case 'login --wait'
      echo '@any'; return 0
    case 'login --store'
      echo 'auto keychain file'; return 0
    case 'login --message-file'
      echo '@file'; return 0
    case 'login --signature'
      echo '@any'; return 0
    case 'login --address'
      echo '@any'; return 0
    case 'whoami --min-validity'
      echo '@any'; return 0
    case 'motion daily --date'
      echo 'today yesterday @day'; return 0
    case 'motion daily --address'
      echo '@any'; return 0
    case 'motion daily --watch'
      echo '@any'; return 0
    case 'motion daily --param'
      echo '@any'; return 0
    case 'motion daily --profiles'
      echo '@profile'; return 0
    case 'motion history --page'
      echo '@any'; return 0
    case 'motion history --limit'
      echo '@any'; return 0
    case 'motion history --max-items'
      echo '@any'; return 0
    case 'motion history --svg'
      echo '@file'; return 0
    case 'motion history --html'
      echo '@file'; return 0
    case 'motion history --param'
      echo '@any'; return 0
    case 'motion history --profiles'
      echo '@profile'; return 0
    case 'motion import --per'
      echo 'day activity'; return 0
    case 'motion import --since'
      echo 'today yesterday @day'; return 0
    case 'motion import --until'
      echo 'today yesterday @day'; return 0
    case 'motion import --type'
      echo '@any'; return 0
    case 'motion import --source'
      echo '@any'; return 0
    case 'motion import --stride'
      echo '@any'; return 0
    case 'motion import --tz'
      echo '@any'; return 0
    case 'motion import --device-id'
      echo '@any'; return 0
    case 'motion submit --steps'
      echo '@any'; return 0
    case 'motion submit --distance'
      echo '@any'; return 0
    case 'motion submit --duration'
      echo '@any'; return 0
    case 'motion submit --proof'
      echo '@any'; return 0
    case 'motion submit --device-id'
      echo '@any'; return 0
    case 'motion submit --proof-file'
      echo '@file'; return 0
    case 'motion submit --prover'
      echo '@file'; return 0
    case 'motion submit --profiles'
      echo '@profile'; return 0
    case 'motion submit --skip-within'
      echo '@any'; return 0
    case 'motion submit --from'
      echo '@file'; return 0
    case 'motion submit --run'
      echo '@run'; return 0
    case 'motion submit --prover-jobs'
      echo '@any'; return 0
    case 'motion submit --concurrency'
      echo '@any'; return 0
    case 'motion submit --max-failures'
      echo '@any'; return 0
    case 'motion submit --on-error'
      echo 'stop continue'; return 0
    case 'motion submit --shard'
      echo '@any'; return 0
    case 'motion submit --summary'
      echo '@file'; return 0
    case 'motion submit --openmetrics'
      echo '@file'; return 0
    case 'nft ls --type'
      echo 'shoes apparel accessories'; return 0
    case 'nft ls --page'
      echo '@any'; return 0
    case 'nft ls --limit'
      echo '@any'; return 0
    case 'nft ls --max-items'
      echo '@any'; return 0
    case 'nft ls --sort'
      echo '@any'; return 0
    case 'nft ls --param'
      echo '@any'; return 0
    case 'nft ls --profiles'
      echo '@profile'; return 0
    case 'nft mint --raw-field' 'nft mint -f'
      echo '@any'; return 0
    case 'nft mint --field' 'nft mint -F'
      echo '@any'; return 0
    case 'nft mint --input'
      echo '@file'; return 0
    case 'nft upgrade --raw-field' 'nft upgrade -f'
      echo '@any'; return 0
    case 'nft upgrade --field' 'nft upgrade -F'
      echo '@any'; return 0
    case 'nft upgrade --input'
      echo '@file'; return 0
    case 'token balance --watch'
      echo '@any'; return 0
    case 'token balance --param'
      echo '@any'; return 0
    case 'token balance --profiles'
      echo '@profile'; return 0
    case 'token claim --raw-field' 'token claim -f'
      echo '@any'; return 0
    case 'token claim --field' 'token claim -F'
      echo '@any'; return 0
    case 'token claim --input'
      echo '@file'; return 0
    case 'token claim --profiles'
      echo '@profile'; return 0
    case 'token claim --skip-within'
      echo '@any'; return 0
    case 'token price --param'
      echo '@any'; return 0
    case 'token price --profiles'
      echo '@profile'; return 0
    case 'user profile --param'
      echo '@any'; return 0
    case 'user profile --profiles'
      echo '@profile'; return 0
    case 'user settings --raw-field' 'user settings -f'
      echo '@any'; return 0
    case 'user settings --field' 'user settings -F'
      echo '@any'; return 0
    case 'user settings --input'
      echo '@file'; return 0
    case 'user settings --profiles'
      echo '@profile'; return 0
    case 'user settings --skip-within'
      echo '@any'; return 0
    case 'kyc --param'
      echo '@any'; return 0
    case 'kyc --profiles'
      echo '@profile'; return 0
    case 'kyc --wait'
      echo '@any'; return 0
    case 'kyc submit --raw-field' 'kyc submit -f'
      echo '@any'; return 0
    case 'kyc submit --field' 'kyc submit -F'
      echo '@any'; return 0
    case 'kyc submit --input'
      echo '@file'; return 0
    case 'kyc status --param'
      echo '@any'; return 0
    case 'kyc status --profiles'
      echo '@profile'; return 0
    case 'kyc status --wait'
      echo '@any'; return 0
    case 'api --param'
      echo '@any'; return 0
    case 'api --raw-field' 'api -f'
      echo '@any'; return 0
    case 'api --field' 'api -F'
      echo '@any'; return 0
    case 'api --input'
      echo '@file'; return 0
    case 'wallet address --keystore'
      echo '@keystore @file'; return 0
    case 'wallet address --password-file'
      echo '@file'; return 0
    case 'wallet address --private-key-file'
      echo '@file'; return 0
    case 'wallet address --mnemonic-file'
      echo '@file'; return 0
    case 'wallet address --hd-path'
      echo '@any'; return 0
    case 'wallet address --exec'
      echo '@file'; return 0
    case 'wallet address --wait'
      echo '@any'; return 0
    case 'journal ls --state'
      echo 'planned sending applied rejected not_sent unknown resolved'; return 0
    case 'journal ls --operation'
      echo '@any'; return 0
    case 'journal ls --run'
      echo '@run'; return 0
    case 'journal ls --since'
      echo '@any'; return 0
    case 'journal ls --limit'
      echo '@any'; return 0
    case 'journal resolve --as'
      echo 'applied not-applied'; return 0
    case 'journal resolve --note'
      echo '@any'; return 0
    case 'journal prune --before'
      echo '@any'; return 0
    case 'limits --openmetrics'
      echo '@file'; return 0
    case 'smoke --suite'
      echo 'read auth full'; return 0
    case 'smoke --prover'
      echo '@file'; return 0
    case 'smoke --junit'
      echo '@file'; return 0
    case 'smoke --openmetrics'
      echo '@file'; return 0
    case 'smoke --repeat'
      echo '@any'; return 0
    case 'smoke --max-latency'
      echo '@any'; return 0
    case 'smoke --watch'
      echo '@any'; return 0
    case 'sandbox start --port'
      echo '@any'; return 0
    case 'sandbox start --data'
      echo '@file'; return 0
    case 'sandbox start --seed'
      echo '@any'; return 0
    case 'sandbox start --fault'
      echo 'drop-before drop-after-apply hang-after-apply reset truncate not-json latency AUTH_001 AUTH_002 RATE_001 MOTION_001 MOTION_002 NFT_001 CHAIN_001'; return 0
    case 'sandbox start --token-ttl'
      echo '@any'; return 0
    case 'sandbox start --limit-per-hour'
      echo '@any'; return 0
    case 'sandbox start --host'
      echo '@any'; return 0
    case 'sandbox start --allow-host'
      echo '@any'; return 0
    case 'sandbox proof --steps'
      echo '@any'; return 0
    case 'sandbox proof --distance'
      echo '@any'; return 0
    case 'sandbox proof --duration'
      echo '@any'; return 0
    case 'sandbox proof --device-id'
      echo '@any'; return 0
    case 'mcp --allow'
      echo '@list nft_mint nft_upgrade token_claim kyc_submit api'; return 0
    case 'login --fields'
      echo '@list address kyc_status expires_at network profile message dry_run method url headers body origin stores'; return 0
    case 'logout --fields'
      echo '@list profile removed from left_in token_valid_until dry_run'; return 0
    case 'whoami --fields'
      echo '@list profile network base_url address kyc_status expires_at store origins.profile origins.network origins.base_url origins.address origins.kyc_status origins.expires_at origins.store'; return 0
    case 'motion daily --fields'
      echo '@list date steps distance duration calories earnings.mft earnings.k_day earnings.multipliers.nft earnings.multipliers.streak earnings.multipliers.social profile error.code error.message'; return 0
    case 'motion history --fields'
      echo '@list profile error.code error.message'; return 0
    case 'motion import --fields'
      echo '@list id date source steps distance duration device_id interval field taken left_out reason'; return 0
    case 'motion submit --fields'
      echo '@list dry_run method url headers body operation address records profile status reason error.code error.message error.hint data row id code message run rows left applied invalid sent_before limit free_now done_at token_expires_at token_lives'; return 0
    case 'nft ls --fields'
      echo '@list profile error.code error.message'; return 0
    case 'nft mint --fields'
      echo '@list dry_run method url headers body operation address records'; return 0
    case 'nft upgrade --fields'
      echo '@list dry_run method url headers body operation address records'; return 0
    case 'token balance --fields'
      echo '@list profile error.code error.message'; return 0
    case 'token claim --fields'
      echo '@list dry_run method url headers body operation address records profile status reason error.code error.message error.hint data'; return 0
    case 'token price --fields'
      echo '@list profile error.code error.message'; return 0
    case 'user profile --fields'
      echo '@list profile error.code error.message'; return 0
    case 'user settings --fields'
      echo '@list dry_run method url headers body profile address status reason error.code error.message error.hint data'; return 0
    case 'kyc --fields'
      echo '@list kyc_status source as_of fields profile error.code error.message'; return 0
    case 'kyc submit --fields'
      echo '@list dry_run method url headers body'; return 0
    case 'kyc status --fields'
      echo '@list kyc_status source as_of fields profile error.code error.message'; return 0
    case 'api --fields'
      echo '@list status headers data dry_run method url body'; return 0
    case 'profile ls --fields'
      echo '@list profile current network base_url address signer expires_at'; return 0
    case 'profile use --fields'
      echo '@list profile network dry_run'; return 0
    case 'profile show --fields'
      echo '@list profile current network base_url address signer settings credentials.origin credentials.store credentials.api_key credentials.token credentials.expires_at credentials.kyc_status credentials.signed_in_at kept_in.settings kept_in.credentials'; return 0
    case 'profile rm --fields'
      echo '@list profile removed from token_valid_until dry_run'; return 0
    case 'config get --fields'
      echo '@list key value'; return 0
    case 'config set --fields'
      echo '@list key value profile dry_run'; return 0
    case 'config unset --fields'
      echo '@list key was profile dry_run'; return 0
    case 'config list --fields'
      echo '@list key value origin default values about'; return 0
    case 'config path --fields'
      echo '@list path state'; return 0
    case 'wallet list --fields'
      echo '@list name address file'; return 0
    case 'wallet address --fields'
      echo '@list address'; return 0
    case 'alias set --fields'
      echo '@list name line before dry_run'; return 0
    case 'alias list --fields'
      echo '@list name line'; return 0
    case 'alias delete --fields'
      echo '@list name line dry_run'; return 0
    case 'journal ls --fields'
      echo '@list id at state operation network profile address status code as run line'; return 0
    case 'journal show --fields'
      echo '@list id state as note evidence at profile network origin address key operation method path digest body balance forced over status code request_id pid run line steps'; return 0
    case 'journal resolve --fields'
      echo '@list id state as note dry_run'; return 0
    case 'journal unlock --fields'
      echo '@list name freed dry_run'; return 0
    case 'journal export --fields'
      echo '@list id at state profile network origin address key operation method path digest body balance forced over pid status code request_id as note evidence run line'; return 0
    case 'journal prune --fields'
      echo '@list dropped kept runs_dropped dry_run'; return 0
    case 'limits --fields'
      echo '@list network base_url limit used left left_for_bulk free_at'; return 0
    case 'smoke --fields'
      echo '@list network base_url suite checks passed failed skipped'; return 0
    case 'sandbox start --fields'
      echo '@list base_url api_key address private_key pid dry_run host port folder command'; return 0
    case 'sandbox status --fields'
      echo '@list running base_url pid folder bytes'; return 0
    case 'sandbox reset --fields'
      echo '@list folder reset dry_run'; return 0
    case 'sandbox proof --fields'
      echo '@list proof'; return 0
    case 'doctor --fields'
      echo '@list check status found fix version node platform checks'; return 0
    case 'completion --fields'
      echo '@list shell script'; return 0
    case 'explain --fields'
      echo '@list code kind meaning exit_code http_status retry retry_text fix codes'; return 0
    case 'commands --fields'
      echo '@list command summary about aliases operation writes arguments flags words_after_dashes exit_codes examples input output'; return 0
    case 'help --fields'
      echo '@list topic text'; return 0
  end
  switch "$argv[2]"
    case '--profile' '-p'
      echo '@profile'; return 0
    case '--network' '-n'
      echo 'mainnet testnet sandbox'; return 0
    case '--base-url'
      echo '@any'; return 0
    case '--format'
      echo 'table json ndjson csv tsv'; return 0
    case '--fields'
      echo '@any'; return 0
    case '--jq'
      echo '@any'; return 0
    case '--timeout'
      echo '@any'; return 0
    case '--retries'
      echo '@any'; return 0
    case '--rate-limit'
      echo '@any'; return 0
    case '--max-wait'
      echo '@any'; return 0
    case '--color'
      echo 'auto always never'; return 0
  end
  return 1
end

function __movecli_argument
  switch "$argv[1] $argv[2]"
    case 'motion import *'
      echo '@file'
    case 'api 0'
      echo 'GET POST PUT PATCH DELETE /auth/login /motion/daily /motion/history /motion/submit /nft/collection /nft/collection/ /nft/mint /nft/upgrade /token/balance /token/claim /token/price /user/profile /user/settings /user/kyc'
    case 'api 1'
      echo '/auth/login /motion/daily /motion/history /motion/submit /nft/collection /nft/collection/ /nft/mint /nft/upgrade /token/balance /token/claim /token/price /user/profile /user/settings /user/kyc'
    case 'profile use 0'
      echo '@profile'
    case 'profile show 0'
      echo '@profile'
    case 'profile rm 0'
      echo '@profile'
    case 'config get 0'
      echo 'profile networks.mainnet.baseUrl networks.testnet.baseUrl networks.sandbox.baseUrl format timeout retries rateLimit maxWait color deviceId timezone credentials.store auth.tokenHeader networks.mainnet.auth.tokenHeader networks.testnet.auth.tokenHeader networks.sandbox.auth.tokenHeader auth.tokenScheme networks.mainnet.auth.tokenScheme networks.testnet.auth.tokenScheme networks.sandbox.auth.tokenScheme auth.messageTemplate networks.mainnet.auth.messageTemplate networks.testnet.auth.messageTemplate networks.sandbox.auth.messageTemplate auth.domain networks.mainnet.auth.domain networks.testnet.auth.domain networks.sandbox.auth.domain auth.chainId networks.mainnet.auth.chainId networks.testnet.auth.chainId networks.sandbox.auth.chainId'
    case 'config set 0'
      echo 'profile networks.mainnet.baseUrl networks.testnet.baseUrl networks.sandbox.baseUrl format timeout retries rateLimit maxWait color deviceId timezone credentials.store auth.tokenHeader networks.mainnet.auth.tokenHeader networks.testnet.auth.tokenHeader networks.sandbox.auth.tokenHeader auth.tokenScheme networks.mainnet.auth.tokenScheme networks.testnet.auth.tokenScheme networks.sandbox.auth.tokenScheme auth.messageTemplate networks.mainnet.auth.messageTemplate networks.testnet.auth.messageTemplate networks.sandbox.auth.messageTemplate auth.domain networks.mainnet.auth.domain networks.testnet.auth.domain networks.sandbox.auth.domain auth.chainId networks.mainnet.auth.chainId networks.testnet.auth.chainId networks.sandbox.auth.chainId'
    case 'config set 1'
      echo '@value'
    case 'config unset 0'
      echo 'profile networks.mainnet.baseUrl networks.testnet.baseUrl networks.sandbox.baseUrl format timeout retries rateLimit maxWait color deviceId timezone credentials.store auth.tokenHeader networks.mainnet.auth.tokenHeader networks.testnet.auth.tokenHeader networks.sandbox.auth.tokenHeader auth.tokenScheme networks.mainnet.auth.tokenScheme networks.testnet.auth.tokenScheme networks.sandbox.auth.tokenScheme auth.messageTemplate networks.mainnet.auth.messageTemplate networks.testnet.auth.messageTemplate networks.sandbox.auth.messageTemplate auth.domain networks.mainnet.auth.domain networks.testnet.auth.domain networks.sandbox.auth.domain auth.chainId networks.mainnet.auth.chainId networks.testnet.auth.chainId networks.sandbox.auth.chainId'
    case 'alias delete 0'
      echo '@alias'
    case 'journal show 0'
      echo '@write'
    case 'journal resolve 0'
      echo '@unknown'
    case 'journal unlock 0'
      echo 'sandbox journal limits settings credentials @run'
    case 'completion 0'
      echo 'bash zsh fish powershell'
    case 'explain 0'
      echo 'AUTH_001 AUTH_002 RATE_001 MOTION_001 MOTION_002 NFT_001 CHAIN_001 CLI_BUG CLI_OUTPUT CLI_USAGE CLI_LOOKS_LIKE_PRIVATE_KEY CLI_UNSAFE_FILE CLI_PROVER CLI_NO_NETWORK CLI_NO_BASE_URL CLI_CONFIG CLI_INSECURE_URL CLI_STATE CLI_KEYCHAIN CLI_NO_API_KEY CLI_UNFIT_CREDENTIAL CLI_TOKEN_EXPIRED CLI_PROFILE_CHANGED CLI_NOT_SIGNED_IN CLI_SKIPPED CLI_WRONG_PASSWORD CLI_SIGNATURE CLI_FOREIGN_CREDENTIAL CLI_LOGIN_ANSWER CLI_REJECTED CLI_NOT_FOUND CLI_RATE_LIMITED CLI_UNAVAILABLE CLI_CONNECT CLI_TLS CLI_TIMEOUT CLI_UNEXPECTED_RESPONSE CLI_BUSY CLI_OUTCOME_UNKNOWN CLI_EARLIER_UNKNOWN CLI_PARTIAL CLI_CONSENT CLI_WAIT_OVER CLI_INTERRUPTED CLI_TERMINATED 0 1 2 3 4 5 6 7 8 9 10 11 12 130 143'
    case 'help 0'
      echo 'exit-codes environment signing networks sandbox flags login logout whoami motion nft token user kyc api profile config wallet alias journal limits smoke sandbox mcp doctor completion explain commands help'
  end
end

# The kind of thing at the cursor (commands, flags, or an offer), the command so far, and what stands before it.
function __movecli_here
  set -l tokens (commandline -opc)
  set -l cur (commandline -ct)
  set -l path ''
  set -l flag ''
  set -l args 0
  set -l last ''
  for word in $tokens[2..-1]
    if test -n "$flag"
      set flag ''
      continue
    end
    switch "$word"
      case --
        printf '%s\n' @file "$path" ''
        return
      case '--*=*'
        continue
      case '-*'
        __movecli_value "$path" "$word" >/dev/null; and set flag $word
      case '*'
        set -l next (__movecli_step (string trim -l -- "$path $word")); and set path $next; or begin
          set args (math $args + 1)
          set last $word
        end
    end
  end
  set -l before ''
  if string match -qr '^--[^=]+=' -- "$cur"
    set flag (string replace -r '=.*' '' -- "$cur")
    set before "$flag="
    set cur ''
  end
  if test -n "$flag"
    printf '%s\n' (__movecli_value "$path" "$flag"; or echo @any) "$path" "$before"
  else if string match -q -- '-*' "$cur"
    printf '%s\n' @flags "$path" ''
  else if test $args = 0; and test -n "$(__movecli_commands "$path")"
    printf '%s\n' @commands "$path" ''
  else
    set -l offer (__movecli_argument "$path" $args)
    test "$offer" = @value; and set offer (__movecli_config_value "$last")
    test -n "$offer"; or set offer @any
    printf '%s\n' "$offer" "$path" ''
  end
end

function __movecli_offer
  set -l here (__movecli_here)
  switch "$here[1]"
    case @commands
      __movecli_commands "$here[2]"
      test -z "$here[2]"; and __movecli_live alias
    case @flags
      __movecli_flags "$here[2]"
    case '*'
      set -l before $here[3]
      for word in (string split ' ' -- "$here[1]")
        switch "$word"
          case @file @any
          case @list
            set -l cur (string replace -r '^--[^=]+=' '' -- (commandline -ct))
            string match -q '*,*' -- "$cur"; and set before "$before"(string replace -r '[^,]*$' '' -- "$cur")
          case '@*'
            for found in (__movecli_live (string sub -s 2 -- "$word"))
              printf '%s%s\n' "$before" $found
            end
          case '*'
            printf '%s%s\n' "$before" $word
        end
      end
  end
end

function __movecli_wants_file
  string match -qr '(^| )@file$' -- (__movecli_here)[1]
end

complete -c movecli -e
complete -c movecli -f -a '(__movecli_offer)'
complete -c movecli -n __movecli_wants_file -F
