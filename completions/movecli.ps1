# Completes movecli in PowerShell. Made by `npm run docs` from the command lines; do not edit.
Register-ArgumentCompleter -Native -CommandName movecli, movecli.cmd, movecli.ps1 -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{
    '' = @('login	Store your API key and sign in with your wallet', 'logout	Sign out (remove the session token)', 'whoami	Show profile, network, address and session, and where each comes from', 'motion	Your motion of a day and what it earned; import and submit motion', 'nft	Your NFT equipment; mint and upgrade it', 'token	The reward token: balance, claim, price', 'user	Your profile and settings at the service', 'kyc	Submit identity data (KYC) and see where it stands', 'api	Call any path of the service', 'profile	Profiles: list, choose, show, remove them', 'config	Settings: show, set and remove them', 'journal	Every write ever sent, and what became of it', 'limits	Show what is left of the hourly limit', 'smoke	Check that a network works and keeps to the API document', 'sandbox	A sandbox of the service on this machine: its data is made up', 'doctor	Check the set-up on this machine: files, folders, base URL, clock', 'completion	Print the script that completes commands in your shell', 'explain	Explain a code: meaning, whether a retry is safe, what to do', 'commands	List every command with its arguments, flags, exit codes', 'help	Help on a command or a topic')
    'motion' = @('daily	Show one day of motion and what it earned', 'history	List your days of motion', 'import	Turn recorded activity (FIT, GPX, TCX, Apple Health, CSV) into rows for motion submit --from', 'submit	Submit motion with its zero-knowledge proof')
    'nft' = @('ls	List your NFT equipment, or an address''s', 'mint	Mint an NFT', 'upgrade	Upgrade an NFT')
    'token' = @('balance	Show your balance of the reward token', 'claim	Claim the tokens you earned', 'price	Show the price of the reward token')
    'user' = @('profile	Show your user profile', 'settings	Change your settings')
    'kyc' = @('submit	Submit identity data', 'status	Show where your KYC stands')
    'profile' = @('ls	List the profiles', 'use	Set the default profile', 'show	Show a profile (the current one by default)', 'rm	Remove a profile: its settings and its credentials')
    'config' = @('get	Print the value of a key that is set', 'set	Set a configuration value', 'unset	Remove a setting', 'list	List the settings in force, or with --all every key there is', 'path	Print where the settings file is')
    'journal' = @('ls	List the writes, the newest first', 'show	Show one write: what was sent, when, and every step it took', 'resolve	Say what became of a write in doubt', 'unlock	Free what a process held that is gone', 'export	Write out the whole journal, one row for every step of every write', 'prune	Drop old writes that are settled')
    'sandbox' = @('start	Serve the sandbox over HTTP in the foreground until Ctrl-C', 'status	Say where the data are and whether a server runs on them', 'reset	Forget all data of the sandbox', 'proof	Print the proof that the sandbox accepts for exactly this motion')
    'help motion' = @('daily	Show one day of motion and what it earned', 'history	List your days of motion', 'import	Turn recorded activity (FIT, GPX, TCX, Apple Health, CSV) into rows for motion submit --from', 'submit	Submit motion with its zero-knowledge proof')
    'help nft' = @('ls	List your NFT equipment, or an address''s', 'mint	Mint an NFT', 'upgrade	Upgrade an NFT')
    'help token' = @('balance	Show your balance of the reward token', 'claim	Claim the tokens you earned', 'price	Show the price of the reward token')
    'help user' = @('profile	Show your user profile', 'settings	Change your settings')
    'help kyc' = @('submit	Submit identity data', 'status	Show where your KYC stands')
    'help profile' = @('ls	List the profiles', 'use	Set the default profile', 'show	Show a profile (the current one by default)', 'rm	Remove a profile: its settings and its credentials')
    'help config' = @('get	Print the value of a key that is set', 'set	Set a configuration value', 'unset	Remove a setting', 'list	List the settings in force, or with --all every key there is', 'path	Print where the settings file is')
    'help journal' = @('ls	List the writes, the newest first', 'show	Show one write: what was sent, when, and every step it took', 'resolve	Say what became of a write in doubt', 'unlock	Free what a process held that is gone', 'export	Write out the whole journal, one row for every step of every write', 'prune	Drop old writes that are settled')
    'help sandbox' = @('start	Serve the sandbox over HTTP in the foreground until Ctrl-C', 'status	Say where the data are and whether a server runs on them', 'reset	Forget all data of the sandbox', 'proof	Print the proof that the sandbox accepts for exactly this motion')
  }
  $flags = @{
    '' = @('--version	Version of movecli')
    'login' = @('--key	The service''s API key (--key=… for one that begins with -); without a value it is asked for hidden, or read from stdin', '--key-file	Read the API key from a file', '--key-only	Store the API key and do not sign in', '--keystore	Sign in with an encrypted keystore: a file, or the name of one of cast''s', '--password-file	Read the password of the keystore from a file', '--private-key-file	Sign in with a private key read from a file, or - for stdin', '--mnemonic-file	Sign in with a key of a mnemonic read from a file, or - for stdin', '--hd-path	Path of the mnemonic''s key; m/44''/60''/0''/0/0 by default', '--browser	Sign in on a page of this machine with a wallet in your browser; no key reaches movecli', '--port	Port of that page, as for ssh -L; a free one by default', '--no-open	Print the address of that page and open no browser', '--exec	Sign in with a program that answers on stdout; its arguments follow --', '--wait	How long a person has to sign; 5m in a browser, 2m with --exec', '--remember-signer	Sign in again by itself when the session ends: with --exec, or --keystore and --password-file', '--store	Where to keep the secrets; by default the setting credentials.store', '--print-message	Print the message to sign elsewhere, and stop', '--message-file	Sign in with that message, signed elsewhere', '--signature	The signature over the message of --message-file', '--address	The address that must sign', '--contract-wallet	The address is a smart contract: its signature cannot be recovered')
    'logout' = @('--all	Remove the API key and the signer too')
    'whoami' = @('--check	Make one live call with the credentials', '--min-validity	Exit with 4 if the session expires sooner than this')
    'motion daily' = @('--date	Day: YYYY-MM-DD, today or yesterday', '--address	Wallet address of another user', '--explain	Set mft, k_day and each multiplier side by side', '--watch	Ask again at this interval and print what changed, until Ctrl-C', '--param	Query parameter that the document does not name; may be repeated', '--all-profiles	Read for every profile: one result with a profile column', '--profiles	The same for the profiles that a pattern names, such as ''ops-*''')
    'motion history' = @('--page	Page number', '--limit	Items per page', '--all	Read every page', '--max-items	Read on until there are this many rows', '--chart	Draw steps and earnings per day', '--svg	Write a drawing of the days as SVG', '--html	Write a page with the drawing and its values as a table', '--param	Query parameter that the document does not name; may be repeated', '--all-profiles	Read for every profile: one result with a profile column', '--profiles	The same for the profiles that a pattern names, such as ''ops-*''')
    'motion import' = @('--per	One row per day (default) or per activity', '--since	First day: YYYY-MM-DD, today, yesterday, or 7d for a week ago', '--until	Last day, counted in', '--type	Only these activities: walk, run, hike, ride, swim, other (with commas)', '--source	Take these sources first where several counted the same time (with commas)', '--stride	Work out missing steps from the distance, for example 0.75m', '--tz	Time zone of times that name none, for example Europe/Berlin', '--device-id	device_id of every row; by default the one of the settings', '--explain	Show where each number came from and what was left out')
    'motion submit' = @('--steps	Step count', '--distance	Distance: kilometres, or 5.2km, 800m', '--duration	Active time: seconds, or 31m, 1h02m', '--proof	zk-Motion proof', '--device-id	Device identifier', '--proof-file	Read the proof from a file', '--prover	Program that makes the proof', '--reconcile	Settle an earlier write whose outcome is unknown; sends nothing', '--force	Send although the outcome of an earlier one is unknown, or the balance cannot be read; it goes on record', '--from	Submit the rows of an .ndjson or .csv file; - is standard input', '--run	Name of the run; by default the digest of the input', '--plan	Say what is left, how long the limit makes it last, whether the session lives that long', '--concurrency	Rows in flight at once; 8', '--skip-invalid	Send the good rows and report the others', '--retry-failed	Send rows again that were rejected', '--retry-unknown	Send rows again that are in doubt, at the risk of sending them twice', '--skip-applied	Leave out rows that other runs of the last 30 days applied or have in doubt', '--resubmit	Send such rows once more', '--max-failures	Stop once this many rows failed', '--on-error	Stop at the first rejected row, or go on', '--shard	Only the i-th of n parts: the same each time, each with its own journal', '--summary	Write the summary as JSON', '--openmetrics	Write the figures for Prometheus to a file, replaced as a whole and readable by others')
    'nft ls' = @('--type	Kind of equipment', '--page	Page number', '--limit	Items per page', '--all	Read every page', '--max-items	Read on until there are this many rows', '--sort	Order by a field; with a - in front, greatest first', '--param	Query parameter that the document does not name; may be repeated', '--all-profiles	Read for every profile: one result with a profile column', '--profiles	The same for the profiles that a pattern names, such as ''ops-*''')
    'nft mint' = @('--raw-field	A text field of the body; a[b] nests, a[] adds to a list; may be repeated', '--field	The same with a type: numbers, true, false, null, @file, @- for stdin; all else is text', '--input	The whole body as JSON from a file; - is stdin', '--reconcile	Settle an earlier write whose outcome is unknown; sends nothing', '--force	Send although the outcome of an earlier one is unknown, or the balance cannot be read; it goes on record')
    'nft upgrade' = @('--raw-field	A text field of the body; a[b] nests, a[] adds to a list; may be repeated', '--field	The same with a type: numbers, true, false, null, @file, @- for stdin; all else is text', '--input	The whole body as JSON from a file; - is stdin', '--reconcile	Settle an earlier write whose outcome is unknown; sends nothing', '--force	Send although the outcome of an earlier one is unknown, or the balance cannot be read; it goes on record')
    'token balance' = @('--watch	Ask again at this interval and print what changed, until Ctrl-C', '--param	Query parameter that the document does not name; may be repeated', '--all-profiles	Read for every profile: one result with a profile column', '--profiles	The same for the profiles that a pattern names, such as ''ops-*''')
    'token claim' = @('--raw-field	A text field of the body; a[b] nests, a[] adds to a list; may be repeated', '--field	The same with a type: numbers, true, false, null, @file, @- for stdin; all else is text', '--input	The whole body as JSON from a file; - is stdin', '--reconcile	Settle an earlier write whose outcome is unknown; sends nothing', '--force	Send although the outcome of an earlier one is unknown, or the balance cannot be read; it goes on record')
    'token price' = @('--param	Query parameter that the document does not name; may be repeated', '--all-profiles	Read for every profile: one result with a profile column', '--profiles	The same for the profiles that a pattern names, such as ''ops-*''')
    'user profile' = @('--param	Query parameter that the document does not name; may be repeated', '--all-profiles	Read for every profile: one result with a profile column', '--profiles	The same for the profiles that a pattern names, such as ''ops-*''')
    'user settings' = @('--raw-field	A text field of the body; a[b] nests, a[] adds to a list; may be repeated', '--field	The same with a type: numbers, true, false, null, @file, @- for stdin; all else is text', '--input	The whole body as JSON from a file; - is stdin')
    'kyc' = @('--param	Query parameter that the document does not name; may be repeated', '--all-profiles	Read for every profile: one result with a profile column', '--profiles	The same for the profiles that a pattern names, such as ''ops-*''', '--wait	Ask again until this is the status, for example verified')
    'kyc submit' = @('--raw-field	A text field of the body; a[b] nests, a[] adds to a list; may be repeated', '--field	The same with a type: numbers, true, false, null, @file, @- for stdin; all else is text', '--input	The whole body as JSON from a file; - is stdin')
    'kyc status' = @('--param	Query parameter that the document does not name; may be repeated', '--all-profiles	Read for every profile: one result with a profile column', '--profiles	The same for the profiles that a pattern names, such as ''ops-*''', '--wait	Ask again until this is the status, for example verified')
    'api' = @('--param	Query parameter that the document does not name; may be repeated', '--raw-field	A text field of the body; a[b] nests, a[] adds to a list; may be repeated', '--field	The same with a type: numbers, true, false, null, @file, @- for stdin; all else is text', '--input	The whole body as JSON from a file; - is stdin', '--include	Show status and headers of the answer too', '--paginate	Read every page of a list')
    'config list' = @('--show-origin	Say where each value comes from', '--all	Every key with what it does, its default and its values')
    'journal ls' = @('--state	Only writes of this state', '--operation	Only this operation: ''token claim'', or METHOD /path', '--run	Only rows of this bulk run', '--since	Only writes of this last time, for example 2d', '--limit	At most so many, the newest', '--all	Every write, on a terminal too')
    'journal resolve' = @('--as	What you know to be true', '--note	How you know, for the record')
    'journal prune' = @('--before	How long ago the last step must be, as 90d')
    'limits' = @('--openmetrics	Write the figures for Prometheus to a file, replaced as a whole and readable by others')
    'smoke' = @('--suite	Which checks; read by default', '--prover	Program that makes the proof of the motion that full submits', '--junit	Write the result as JUnit XML too', '--openmetrics	Write the figures for Prometheus to a file, replaced as a whole and readable by others', '--fail-fast	Stop at the first check that fails', '--require-all	A check that is skipped is a failure (exit 4)', '--repeat	Requests of each operation for its latency; 1 by default', '--max-latency	An operation''s p95 above this fails its check', '--watch	Ask again at this interval and print what changed, until Ctrl-C')
    'sandbox start' = @('--port	Port; 0 picks one, 4017 without this flag', '--data	Where its data are; by default those of -n sandbox', '--memory	Keep the data in memory alone', '--seed	Chooses the made-up data; the same seed, the same data', '--fault	Play a fault, as "POST /token/claim:drop-after-apply@1"; may be repeated', '--token-ttl	How long a session lives', '--limit-per-hour	Requests an hour; 0 for no limit', '--host	Address to listen on instead of 127.0.0.1', '--allow-host	Host name that requests may use; may be repeated')
    'sandbox proof' = @('--steps	Step count', '--distance	Distance: kilometres, or 5.2km, 800m', '--duration	Active time: seconds, or 31m, 1h02m', '--device-id	Device identifier')
    'doctor' = @('--report	Print a report for a ticket')
  }
  $globalFlags = @('--profile	Which profile', '--network	Which network', '--base-url	Base address, ending in /v1', '--json	The result as JSON on stdout', '--format	Form of the result; by default a table on a terminal, TSV in a pipe', '--fields	Only these fields, as a,b.c', '--no-header	CSV and TSV without the header line', '--jq	Filter the JSON with jq', '--quiet	Nothing on stderr but errors', '--verbose	Requests and timing on stderr; twice: headers and bodies too, redacted', '--timeout	Longest time for one request; by default 30s, and 120s for claim, mint and upgrade', '--retries	Further attempts where a request is safe to repeat; 0 for none', '--rate-limit	Requests an hour for motion submit --from, --all and --watch; 0 = unlimited', '--max-wait	Longest wait for the rate limit; by default 1m, and 1h for motion submit --from', '--dry-run	Print what a write would send; send and change nothing', '--yes	Yes to confirmations', '--no-input	Never prompt', '--strict	A documented field that is missing or of another type is a failure', '--color	When to use color', '--help	Help on the command')
  $steps = @{
    'login' = 'login'
    'logout' = 'logout'
    'whoami' = 'whoami'
    'motion' = 'motion'
    'motion daily' = 'motion daily'
    'motion history' = 'motion history'
    'motion import' = 'motion import'
    'motion submit' = 'motion submit'
    'nft' = 'nft'
    'nft ls' = 'nft ls'
    'nft mint' = 'nft mint'
    'nft upgrade' = 'nft upgrade'
    'token' = 'token'
    'token balance' = 'token balance'
    'token claim' = 'token claim'
    'token price' = 'token price'
    'user' = 'user'
    'user profile' = 'user profile'
    'user settings' = 'user settings'
    'kyc' = 'kyc'
    'kyc submit' = 'kyc submit'
    'kyc status' = 'kyc status'
    'api' = 'api'
    'profile' = 'profile'
    'profile ls' = 'profile ls'
    'profile use' = 'profile use'
    'profile show' = 'profile show'
    'profile rm' = 'profile rm'
    'config' = 'config'
    'config get' = 'config get'
    'config set' = 'config set'
    'config unset' = 'config unset'
    'config list' = 'config list'
    'config path' = 'config path'
    'journal' = 'journal'
    'journal ls' = 'journal ls'
    'journal show' = 'journal show'
    'journal resolve' = 'journal resolve'
    'journal unlock' = 'journal unlock'
    'journal export' = 'journal export'
    'journal prune' = 'journal prune'
    'limits' = 'limits'
    'smoke' = 'smoke'
    'sandbox' = 'sandbox'
    'sandbox start' = 'sandbox start'
    'sandbox status' = 'sandbox status'
    'sandbox reset' = 'sandbox reset'
    'sandbox proof' = 'sandbox proof'
    'doctor' = 'doctor'
    'completion' = 'completion'
    'explain' = 'explain'
    'commands' = 'commands'
    'help' = 'help'
    'help motion' = 'help motion'
    'help nft' = 'help nft'
    'help token' = 'help token'
    'help user' = 'help user'
    'help kyc' = 'help kyc'
    'help profile' = 'help profile'
    'help config' = 'help config'
    'help journal' = 'help journal'
    'help sandbox' = 'help sandbox'
    'nft list' = 'nft ls'
    'profile list' = 'profile ls'
    'profile remove' = 'profile rm'
    'journal list' = 'journal ls'
  }
  $values = @{
    '--profile' = '@profile'
    '-p' = '@profile'
    '--network' = 'mainnet testnet sandbox'
    '-n' = 'mainnet testnet sandbox'
    '--base-url' = '@any'
    '--format' = 'table json ndjson csv tsv'
    '--fields' = '@any'
    '--jq' = '@any'
    '--timeout' = '@any'
    '--retries' = '@any'
    '--rate-limit' = '@any'
    '--max-wait' = '@any'
    '--color' = 'auto always never'
    'login --key-file' = '@file'
    'login --keystore' = '@file'
    'login --password-file' = '@file'
    'login --private-key-file' = '@file'
    'login --mnemonic-file' = '@file'
    'login --hd-path' = '@any'
    'login --port' = '@any'
    'login --exec' = '@file'
    'login --wait' = '@any'
    'login --store' = 'auto keychain file'
    'login --message-file' = '@file'
    'login --signature' = '@any'
    'login --address' = '@any'
    'whoami --min-validity' = '@any'
    'motion daily --date' = '@any'
    'motion daily --address' = '@any'
    'motion daily --watch' = '@any'
    'motion daily --param' = '@any'
    'motion daily --profiles' = '@profile'
    'motion history --page' = '@any'
    'motion history --limit' = '@any'
    'motion history --max-items' = '@any'
    'motion history --svg' = '@file'
    'motion history --html' = '@file'
    'motion history --param' = '@any'
    'motion history --profiles' = '@profile'
    'motion import --per' = 'day activity'
    'motion import --since' = '@any'
    'motion import --until' = '@any'
    'motion import --type' = '@any'
    'motion import --source' = '@any'
    'motion import --stride' = '@any'
    'motion import --tz' = '@any'
    'motion import --device-id' = '@any'
    'motion submit --steps' = '@any'
    'motion submit --distance' = '@any'
    'motion submit --duration' = '@any'
    'motion submit --proof' = '@any'
    'motion submit --device-id' = '@any'
    'motion submit --proof-file' = '@file'
    'motion submit --prover' = '@file'
    'motion submit --from' = '@file'
    'motion submit --run' = '@any'
    'motion submit --concurrency' = '@any'
    'motion submit --max-failures' = '@any'
    'motion submit --on-error' = 'stop continue'
    'motion submit --shard' = '@any'
    'motion submit --summary' = '@file'
    'motion submit --openmetrics' = '@file'
    'nft ls --type' = 'shoes apparel accessories'
    'nft ls --page' = '@any'
    'nft ls --limit' = '@any'
    'nft ls --max-items' = '@any'
    'nft ls --sort' = '@any'
    'nft ls --param' = '@any'
    'nft ls --profiles' = '@profile'
    'nft mint --raw-field' = '@any'
    'nft mint -F' = '@any'
    'nft mint --field' = '@any'
    'nft mint --input' = '@file'
    'nft upgrade --raw-field' = '@any'
    'nft upgrade -F' = '@any'
    'nft upgrade --field' = '@any'
    'nft upgrade --input' = '@file'
    'token balance --watch' = '@any'
    'token balance --param' = '@any'
    'token balance --profiles' = '@profile'
    'token claim --raw-field' = '@any'
    'token claim -F' = '@any'
    'token claim --field' = '@any'
    'token claim --input' = '@file'
    'token price --param' = '@any'
    'token price --profiles' = '@profile'
    'user profile --param' = '@any'
    'user profile --profiles' = '@profile'
    'user settings --raw-field' = '@any'
    'user settings -F' = '@any'
    'user settings --field' = '@any'
    'user settings --input' = '@file'
    'kyc --param' = '@any'
    'kyc --profiles' = '@profile'
    'kyc --wait' = '@any'
    'kyc submit --raw-field' = '@any'
    'kyc submit -F' = '@any'
    'kyc submit --field' = '@any'
    'kyc submit --input' = '@file'
    'kyc status --param' = '@any'
    'kyc status --profiles' = '@profile'
    'kyc status --wait' = '@any'
    'api --param' = '@any'
    'api --raw-field' = '@any'
    'api -F' = '@any'
    'api --field' = '@any'
    'api --input' = '@file'
    'journal ls --state' = 'planned sending applied rejected not_sent unknown resolved'
    'journal ls --operation' = '@any'
    'journal ls --run' = '@any'
    'journal ls --since' = '@any'
    'journal ls --limit' = '@any'
    'journal resolve --as' = 'applied not-applied'
    'journal resolve --note' = '@any'
    'journal prune --before' = '@any'
    'limits --openmetrics' = '@file'
    'smoke --suite' = 'read auth full'
    'smoke --prover' = '@file'
    'smoke --junit' = '@file'
    'smoke --openmetrics' = '@file'
    'smoke --repeat' = '@any'
    'smoke --max-latency' = '@any'
    'smoke --watch' = '@any'
    'sandbox start --port' = '@any'
    'sandbox start --data' = '@file'
    'sandbox start --seed' = '@any'
    'sandbox start --fault' = '@any'
    'sandbox start --token-ttl' = '@any'
    'sandbox start --limit-per-hour' = '@any'
    'sandbox start --host' = '@any'
    'sandbox start --allow-host' = '@any'
    'sandbox proof --steps' = '@any'
    'sandbox proof --distance' = '@any'
    'sandbox proof --duration' = '@any'
    'sandbox proof --device-id' = '@any'
  }
  $arguments = @{
    'motion import many' = '@file'
    'nft ls 0' = '@any'
    'api 0' = 'GET POST PUT PATCH DELETE'
    'api 1' = '@any'
    'profile use 0' = '@profile'
    'profile show 0' = '@profile'
    'profile rm 0' = '@profile'
    'config get 0' = 'profile networks.mainnet.baseUrl networks.testnet.baseUrl networks.sandbox.baseUrl format timeout retries rateLimit maxWait color deviceId timezone credentials.store auth.tokenHeader networks.mainnet.auth.tokenHeader networks.testnet.auth.tokenHeader networks.sandbox.auth.tokenHeader auth.tokenScheme networks.mainnet.auth.tokenScheme networks.testnet.auth.tokenScheme networks.sandbox.auth.tokenScheme auth.messageTemplate networks.mainnet.auth.messageTemplate networks.testnet.auth.messageTemplate networks.sandbox.auth.messageTemplate auth.domain networks.mainnet.auth.domain networks.testnet.auth.domain networks.sandbox.auth.domain auth.chainId networks.mainnet.auth.chainId networks.testnet.auth.chainId networks.sandbox.auth.chainId'
    'config set 0' = 'profile networks.mainnet.baseUrl networks.testnet.baseUrl networks.sandbox.baseUrl format timeout retries rateLimit maxWait color deviceId timezone credentials.store auth.tokenHeader networks.mainnet.auth.tokenHeader networks.testnet.auth.tokenHeader networks.sandbox.auth.tokenHeader auth.tokenScheme networks.mainnet.auth.tokenScheme networks.testnet.auth.tokenScheme networks.sandbox.auth.tokenScheme auth.messageTemplate networks.mainnet.auth.messageTemplate networks.testnet.auth.messageTemplate networks.sandbox.auth.messageTemplate auth.domain networks.mainnet.auth.domain networks.testnet.auth.domain networks.sandbox.auth.domain auth.chainId networks.mainnet.auth.chainId networks.testnet.auth.chainId networks.sandbox.auth.chainId'
    'config set 1' = '@any'
    'config unset 0' = 'profile networks.mainnet.baseUrl networks.testnet.baseUrl networks.sandbox.baseUrl format timeout retries rateLimit maxWait color deviceId timezone credentials.store auth.tokenHeader networks.mainnet.auth.tokenHeader networks.testnet.auth.tokenHeader networks.sandbox.auth.tokenHeader auth.tokenScheme networks.mainnet.auth.tokenScheme networks.testnet.auth.tokenScheme networks.sandbox.auth.tokenScheme auth.messageTemplate networks.mainnet.auth.messageTemplate networks.testnet.auth.messageTemplate networks.sandbox.auth.messageTemplate auth.domain networks.mainnet.auth.domain networks.testnet.auth.domain networks.sandbox.auth.domain auth.chainId networks.mainnet.auth.chainId networks.testnet.auth.chainId networks.sandbox.auth.chainId'
    'journal show 0' = '@any'
    'journal resolve 0' = '@any'
    'journal unlock 0' = '@any'
    'completion 0' = 'bash zsh fish powershell'
    'explain 0' = 'AUTH_001 AUTH_002 RATE_001 MOTION_001 MOTION_002 NFT_001 CHAIN_001 CLI_BUG CLI_OUTPUT CLI_USAGE CLI_LOOKS_LIKE_PRIVATE_KEY CLI_UNSAFE_FILE CLI_NO_NETWORK CLI_NO_BASE_URL CLI_CONFIG CLI_INSECURE_URL CLI_STATE CLI_KEYCHAIN CLI_NO_API_KEY CLI_UNFIT_CREDENTIAL CLI_TOKEN_EXPIRED CLI_NOT_SIGNED_IN CLI_SKIPPED CLI_WRONG_PASSWORD CLI_SIGNATURE CLI_FOREIGN_CREDENTIAL CLI_LOGIN_ANSWER CLI_REJECTED CLI_NOT_FOUND CLI_RATE_LIMITED CLI_UNAVAILABLE CLI_CONNECT CLI_TLS CLI_TIMEOUT CLI_UNEXPECTED_RESPONSE CLI_BUSY CLI_OUTCOME_UNKNOWN CLI_EARLIER_UNKNOWN CLI_PARTIAL CLI_CONSENT CLI_WAIT_OVER CLI_INTERRUPTED CLI_TERMINATED 0 1 2 3 4 5 6 7 8 9 10 11 12 130 143'
    'help 0' = 'exit-codes environment signing networks sandbox flags login logout whoami motion nft token user kyc api profile config journal limits smoke sandbox doctor completion explain commands help'
  }
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
  } elseif ($offer -and $offer -notlike '@*') {
    $found = $offer -split ' '
  }
  $found | Where-Object { $_ -and $_.StartsWith($typed) } | ForEach-Object {
    $word, $about = $_ -split "`t", 2
    if (-not $about) { $about = $word }
    [System.Management.Automation.CompletionResult]::new("$before$word", $word, 'ParameterValue', $about)
  }
}
