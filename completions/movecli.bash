# Completes movecli in bash. Made by `npm run docs` from the command lines; do not edit.
_movecli_live() {
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
    profile) _movecli_names profiles ': {' ;;
    alias) _movecli_names aliases ': "' ;;
    write) _movecli_writes planned sending applied rejected unknown resolved not_sent ;;
    unknown) _movecli_writes sending unknown ;;
    run) command ls -1t "$_movecli_state/journal/runs" 2>/dev/null | command sed -n '/^[A-Za-z0-9_][A-Za-z0-9._-]*$/p' ;;
    keystore) command ls -1 "$HOME/.foundry/keystores" 2>/dev/null | command sed -n '/^[A-Za-z0-9_][A-Za-z0-9._-]*$/p' ;;
    day)
      for _movecli_ago in 0 1 2 3 4 5 6; do
        command date -d "-$_movecli_ago day" +%Y-%m-%d 2>/dev/null || command date -v-"$_movecli_ago"d +%Y-%m-%d 2>/dev/null
      done
      ;;
  esac
}

_movecli_names() {
  [ -r "$_movecli_config/config.json" ] || return 0
  command sed -n '/^  "'"$1"'": {$/,/^  }/s/^    "\([a-z0-9_-]\{1,64\}\)"'"$2"'.*$/\1/p' <"$_movecli_config/config.json" 2>/dev/null
}

_movecli_writes() {
  [ -r "$_movecli_state/journal/writes.log" ] || return 0
  command tail -n 500 <"$_movecli_state/journal/writes.log" 2>/dev/null | command awk -v wanted=" $* " '
    /^[0-9a-f]+ [{]"state":"[a-z_]+","id":"[0-9a-f]+"/ {
      split($0, part, "\"")
      if (!(part[8] in state)) order[++count] = part[8]
      state[part[8]] = part[4]
    }
    END {
      for (at = count; at > 0; at--) if (index(wanted, " " state[order[at]] " ")) print order[at]
    }' 2>/dev/null
}

_movecli_commands() {
  case $1 in
    '') found='login logout whoami motion nft token user kyc api profile config wallet alias journal limits smoke sandbox mcp doctor completion explain commands help' ;;
    'motion') found='daily history import submit' ;;
    'nft') found='ls mint upgrade' ;;
    'token') found='balance claim price' ;;
    'user') found='profile settings' ;;
    'kyc') found='submit status' ;;
    'profile') found='ls use show rm' ;;
    'config') found='get set unset list path' ;;
    'wallet') found='list address' ;;
    'alias') found='set list delete' ;;
    'journal') found='ls show resolve unlock export prune' ;;
    'sandbox') found='start status reset proof' ;;
    'help motion') found='daily history import submit' ;;
    'help nft') found='ls mint upgrade' ;;
    'help token') found='balance claim price' ;;
    'help user') found='profile settings' ;;
    'help kyc') found='submit status' ;;
    'help profile') found='ls use show rm' ;;
    'help config') found='get set unset list path' ;;
    'help wallet') found='list address' ;;
    'help alias') found='set list delete' ;;
    'help journal') found='ls show resolve unlock export prune' ;;
    'help sandbox') found='start status reset proof' ;;
  esac
}

_movecli_flags() {
  case $1 in
    '') found='--version' ;;
    'login') found='--key --key-file --key-only --keystore --password-file --private-key-file --mnemonic-file --hd-path --browser --port --no-open --exec --wait --remember-signer --store --print-message --message-file --signature --address --contract-wallet' ;;
    'logout') found='--all' ;;
    'whoami') found='--check --min-validity' ;;
    'motion daily') found='--date --address --explain --watch --param --all-profiles --profiles' ;;
    'motion history') found='--page --limit --all --max-items --chart --svg --html --param --all-profiles --profiles' ;;
    'motion import') found='--per --since --until --type --source --stride --tz --device-id --explain' ;;
    'motion submit') found='--steps --distance --duration --proof --device-id --proof-file --prover --reconcile --force --profiles --skip-within --from --run --plan --prover-lines --prover-jobs --concurrency --skip-invalid --retry-failed --retry-unknown --skip-applied --resubmit --max-failures --on-error --shard --summary --openmetrics' ;;
    'nft ls') found='--type --page --limit --all --max-items --sort --param --all-profiles --profiles' ;;
    'nft mint') found='--raw-field --field --input --reconcile --force' ;;
    'nft upgrade') found='--raw-field --field --input --reconcile --force' ;;
    'token balance') found='--watch --param --all-profiles --profiles' ;;
    'token claim') found='--raw-field --field --input --reconcile --force --profiles --skip-within' ;;
    'token price') found='--param --all-profiles --profiles' ;;
    'user profile') found='--param --all-profiles --profiles' ;;
    'user settings') found='--raw-field --field --input --profiles --skip-within' ;;
    'kyc') found='--param --all-profiles --profiles --wait' ;;
    'kyc submit') found='--raw-field --field --input' ;;
    'kyc status') found='--param --all-profiles --profiles --wait' ;;
    'api') found='--param --raw-field --field --input --include --paginate' ;;
    'config list') found='--show-origin --all' ;;
    'wallet address') found='--keystore --password-file --private-key-file --mnemonic-file --hd-path --exec --wait' ;;
    'journal ls') found='--state --operation --run --since --limit --all' ;;
    'journal resolve') found='--as --note' ;;
    'journal prune') found='--before' ;;
    'limits') found='--openmetrics' ;;
    'smoke') found='--suite --prover --junit --openmetrics --fail-fast --require-all --repeat --max-latency --watch' ;;
    'sandbox start') found='--port --data --memory --seed --fault --token-ttl --limit-per-hour --host --allow-host' ;;
    'sandbox proof') found='--steps --distance --duration --device-id' ;;
    'mcp') found='--allow --read-only' ;;
    'doctor') found='--report' ;;
  esac
  found="$found --profile --network --base-url --json --format --fields --no-header --jq --quiet --verbose --timeout --retries --rate-limit --max-wait --dry-run --yes --no-input --strict --color --help"
}

_movecli_step() {
  case $1 in
    'login') path='login' ;;
    'logout') path='logout' ;;
    'whoami') path='whoami' ;;
    'motion') path='motion' ;;
    'motion daily') path='motion daily' ;;
    'motion history') path='motion history' ;;
    'motion import') path='motion import' ;;
    'motion submit') path='motion submit' ;;
    'nft') path='nft' ;;
    'nft ls') path='nft ls' ;;
    'nft mint') path='nft mint' ;;
    'nft upgrade') path='nft upgrade' ;;
    'token') path='token' ;;
    'token balance') path='token balance' ;;
    'token claim') path='token claim' ;;
    'token price') path='token price' ;;
    'user') path='user' ;;
    'user profile') path='user profile' ;;
    'user settings') path='user settings' ;;
    'kyc') path='kyc' ;;
    'kyc submit') path='kyc submit' ;;
    'kyc status') path='kyc status' ;;
    'api') path='api' ;;
    'profile') path='profile' ;;
    'profile ls') path='profile ls' ;;
    'profile use') path='profile use' ;;
    'profile show') path='profile show' ;;
    'profile rm') path='profile rm' ;;
    'config') path='config' ;;
    'config get') path='config get' ;;
    'config set') path='config set' ;;
    'config unset') path='config unset' ;;
    'config list') path='config list' ;;
    'config path') path='config path' ;;
    'wallet') path='wallet' ;;
    'wallet list') path='wallet list' ;;
    'wallet address') path='wallet address' ;;
    'alias') path='alias' ;;
    'alias set') path='alias set' ;;
    'alias list') path='alias list' ;;
    'alias delete') path='alias delete' ;;
    'journal') path='journal' ;;
    'journal ls') path='journal ls' ;;
    'journal show') path='journal show' ;;
    'journal resolve') path='journal resolve' ;;
    'journal unlock') path='journal unlock' ;;
    'journal export') path='journal export' ;;
    'journal prune') path='journal prune' ;;
    'limits') path='limits' ;;
    'smoke') path='smoke' ;;
    'sandbox') path='sandbox' ;;
    'sandbox start') path='sandbox start' ;;
    'sandbox status') path='sandbox status' ;;
    'sandbox reset') path='sandbox reset' ;;
    'sandbox proof') path='sandbox proof' ;;
    'mcp') path='mcp' ;;
    'doctor') path='doctor' ;;
    'completion') path='completion' ;;
    'explain') path='explain' ;;
    'commands') path='commands' ;;
    'help') path='help' ;;
    'help motion') path='help motion' ;;
    'help nft') path='help nft' ;;
    'help token') path='help token' ;;
    'help user') path='help user' ;;
    'help kyc') path='help kyc' ;;
    'help profile') path='help profile' ;;
    'help config') path='help config' ;;
    'help wallet') path='help wallet' ;;
    'help alias') path='help alias' ;;
    'help journal') path='help journal' ;;
    'help sandbox') path='help sandbox' ;;
    'nft list') path='nft ls' ;;
    'profile list') path='profile ls' ;;
    'profile remove') path='profile rm' ;;
    'wallet ls') path='wallet list' ;;
    'alias ls') path='alias list' ;;
    'alias rm') path='alias delete' ;;
    'journal list') path='journal ls' ;;
    *) return 1 ;;
  esac
}

_movecli_value() {
  case "$1 $2" in
    'login --key-file') found='@file'; return 0 ;;
    'login --keystore') found='@keystore @file'; return 0 ;;
    'login --password-file') found='@file'; return 0 ;;
    'login --private-key-file') found='@file'; return 0 ;;
    'login --mnemonic-file') found='@file'; return 0 ;;
    'login --hd-path') found='@any'; return 0 ;;
    'login --port') found='@any'; return 0 ;;
    'login --exec') found='@file'; return 0 ;;
    'login --wait') found='@any'; return 0 ;;
    'login --store') found='auto keychain file'; return 0 ;;
    'login --message-file') found='@file'; return 0 ;;
    'login --signature') found='@any'; return 0 ;;
    'login --address') found='@any'; return 0 ;;
    'whoami --min-validity') found='@any'; return 0 ;;
    'motion daily --date') found='today yesterday @day'; return 0 ;;
    'motion daily --address') found='@any'; return 0 ;;
    'motion daily --watch') found='@any'; return 0 ;;
    'motion daily --param') found='@any'; return 0 ;;
    'motion daily --profiles') found='@profile'; return 0 ;;
    'motion history --page') found='@any'; return 0 ;;
    'motion history --limit') found='@any'; return 0 ;;
    'motion history --max-items') found='@any'; return 0 ;;
    'motion history --svg') found='@file'; return 0 ;;
    'motion history --html') found='@file'; return 0 ;;
    'motion history --param') found='@any'; return 0 ;;
    'motion history --profiles') found='@profile'; return 0 ;;
    'motion import --per') found='day activity'; return 0 ;;
    'motion import --since') found='today yesterday @day'; return 0 ;;
    'motion import --until') found='today yesterday @day'; return 0 ;;
    'motion import --type') found='@any'; return 0 ;;
    'motion import --source') found='@any'; return 0 ;;
    'motion import --stride') found='@any'; return 0 ;;
    'motion import --tz') found='@any'; return 0 ;;
    'motion import --device-id') found='@any'; return 0 ;;
    'motion submit --steps') found='@any'; return 0 ;;
    'motion submit --distance') found='@any'; return 0 ;;
    'motion submit --duration') found='@any'; return 0 ;;
    'motion submit --proof') found='@any'; return 0 ;;
    'motion submit --device-id') found='@any'; return 0 ;;
    'motion submit --proof-file') found='@file'; return 0 ;;
    'motion submit --prover') found='@file'; return 0 ;;
    'motion submit --profiles') found='@profile'; return 0 ;;
    'motion submit --skip-within') found='@any'; return 0 ;;
    'motion submit --from') found='@file'; return 0 ;;
    'motion submit --run') found='@run'; return 0 ;;
    'motion submit --prover-jobs') found='@any'; return 0 ;;
    'motion submit --concurrency') found='@any'; return 0 ;;
    'motion submit --max-failures') found='@any'; return 0 ;;
    'motion submit --on-error') found='stop continue'; return 0 ;;
    'motion submit --shard') found='@any'; return 0 ;;
    'motion submit --summary') found='@file'; return 0 ;;
    'motion submit --openmetrics') found='@file'; return 0 ;;
    'nft ls --type') found='shoes apparel accessories'; return 0 ;;
    'nft ls --page') found='@any'; return 0 ;;
    'nft ls --limit') found='@any'; return 0 ;;
    'nft ls --max-items') found='@any'; return 0 ;;
    'nft ls --sort') found='@any'; return 0 ;;
    'nft ls --param') found='@any'; return 0 ;;
    'nft ls --profiles') found='@profile'; return 0 ;;
    'nft mint --raw-field'|'nft mint -f') found='@any'; return 0 ;;
    'nft mint --field'|'nft mint -F') found='@any'; return 0 ;;
    'nft mint --input') found='@file'; return 0 ;;
    'nft upgrade --raw-field'|'nft upgrade -f') found='@any'; return 0 ;;
    'nft upgrade --field'|'nft upgrade -F') found='@any'; return 0 ;;
    'nft upgrade --input') found='@file'; return 0 ;;
    'token balance --watch') found='@any'; return 0 ;;
    'token balance --param') found='@any'; return 0 ;;
    'token balance --profiles') found='@profile'; return 0 ;;
    'token claim --raw-field'|'token claim -f') found='@any'; return 0 ;;
    'token claim --field'|'token claim -F') found='@any'; return 0 ;;
    'token claim --input') found='@file'; return 0 ;;
    'token claim --profiles') found='@profile'; return 0 ;;
    'token claim --skip-within') found='@any'; return 0 ;;
    'token price --param') found='@any'; return 0 ;;
    'token price --profiles') found='@profile'; return 0 ;;
    'user profile --param') found='@any'; return 0 ;;
    'user profile --profiles') found='@profile'; return 0 ;;
    'user settings --raw-field'|'user settings -f') found='@any'; return 0 ;;
    'user settings --field'|'user settings -F') found='@any'; return 0 ;;
    'user settings --input') found='@file'; return 0 ;;
    'user settings --profiles') found='@profile'; return 0 ;;
    'user settings --skip-within') found='@any'; return 0 ;;
    'kyc --param') found='@any'; return 0 ;;
    'kyc --profiles') found='@profile'; return 0 ;;
    'kyc --wait') found='@any'; return 0 ;;
    'kyc submit --raw-field'|'kyc submit -f') found='@any'; return 0 ;;
    'kyc submit --field'|'kyc submit -F') found='@any'; return 0 ;;
    'kyc submit --input') found='@file'; return 0 ;;
    'kyc status --param') found='@any'; return 0 ;;
    'kyc status --profiles') found='@profile'; return 0 ;;
    'kyc status --wait') found='@any'; return 0 ;;
    'api --param') found='@any'; return 0 ;;
    'api --raw-field'|'api -f') found='@any'; return 0 ;;
    'api --field'|'api -F') found='@any'; return 0 ;;
    'api --input') found='@file'; return 0 ;;
    'wallet address --keystore') found='@keystore @file'; return 0 ;;
    'wallet address --password-file') found='@file'; return 0 ;;
    'wallet address --private-key-file') found='@file'; return 0 ;;
    'wallet address --mnemonic-file') found='@file'; return 0 ;;
    'wallet address --hd-path') found='@any'; return 0 ;;
    'wallet address --exec') found='@file'; return 0 ;;
    'wallet address --wait') found='@any'; return 0 ;;
    'journal ls --state') found='planned sending applied rejected not_sent unknown resolved'; return 0 ;;
    'journal ls --operation') found='@any'; return 0 ;;
    'journal ls --run') found='@run'; return 0 ;;
    'journal ls --since') found='@any'; return 0 ;;
    'journal ls --limit') found='@any'; return 0 ;;
    'journal resolve --as') found='applied not-applied'; return 0 ;;
    'journal resolve --note') found='@any'; return 0 ;;
    'journal prune --before') found='@any'; return 0 ;;
    'limits --openmetrics') found='@file'; return 0 ;;
    'smoke --suite') found='read auth full'; return 0 ;;
    'smoke --prover') found='@file'; return 0 ;;
    'smoke --junit') found='@file'; return 0 ;;
    'smoke --openmetrics') found='@file'; return 0 ;;
    'smoke --repeat') found='@any'; return 0 ;;
    'smoke --max-latency') found='@any'; return 0 ;;
    'smoke --watch') found='@any'; return 0 ;;
    'sandbox start --port') found='@any'; return 0 ;;
    'sandbox start --data') found='@file'; return 0 ;;
    'sandbox start --seed') found='@any'; return 0 ;;
    'sandbox start --fault') found='drop-before drop-after-apply hang-after-apply reset truncate not-json latency AUTH_001 AUTH_002 RATE_001 MOTION_001 MOTION_002 NFT_001 CHAIN_001'; return 0 ;;
    'sandbox start --token-ttl') found='@any'; return 0 ;;
    'sandbox start --limit-per-hour') found='@any'; return 0 ;;
    'sandbox start --host') found='@any'; return 0 ;;
    'sandbox start --allow-host') found='@any'; return 0 ;;
    'sandbox proof --steps') found='@any'; return 0 ;;
    'sandbox proof --distance') found='@any'; return 0 ;;
    'sandbox proof --duration') found='@any'; return 0 ;;
    'sandbox proof --device-id') found='@any'; return 0 ;;
    'mcp --allow') found='@list nft_mint nft_upgrade token_claim kyc_submit api'; return 0 ;;
    'login --fields') found='@list address kyc_status expires_at network profile message dry_run method url headers body origin stores'; return 0 ;;
    'logout --fields') found='@list profile removed from left_in token_valid_until dry_run'; return 0 ;;
    'whoami --fields') found='@list profile network base_url address kyc_status expires_at store origins.profile origins.network origins.base_url origins.address origins.kyc_status origins.expires_at origins.store'; return 0 ;;
    'motion daily --fields') found='@list date steps distance duration calories earnings.mft earnings.k_day earnings.multipliers.nft earnings.multipliers.streak earnings.multipliers.social profile error.code error.message'; return 0 ;;
    'motion history --fields') found='@list profile error.code error.message'; return 0 ;;
    'motion import --fields') found='@list id date source steps distance duration device_id interval field taken left_out reason'; return 0 ;;
    'motion submit --fields') found='@list dry_run method url headers body operation address records profile status reason error.code error.message error.hint data row id code message run rows left applied invalid sent_before limit free_now done_at token_expires_at token_lives'; return 0 ;;
    'nft ls --fields') found='@list profile error.code error.message'; return 0 ;;
    'nft mint --fields') found='@list dry_run method url headers body operation address records'; return 0 ;;
    'nft upgrade --fields') found='@list dry_run method url headers body operation address records'; return 0 ;;
    'token balance --fields') found='@list profile error.code error.message'; return 0 ;;
    'token claim --fields') found='@list dry_run method url headers body operation address records profile status reason error.code error.message error.hint data'; return 0 ;;
    'token price --fields') found='@list profile error.code error.message'; return 0 ;;
    'user profile --fields') found='@list profile error.code error.message'; return 0 ;;
    'user settings --fields') found='@list dry_run method url headers body profile address status reason error.code error.message error.hint data'; return 0 ;;
    'kyc --fields') found='@list kyc_status source as_of fields profile error.code error.message'; return 0 ;;
    'kyc submit --fields') found='@list dry_run method url headers body'; return 0 ;;
    'kyc status --fields') found='@list kyc_status source as_of fields profile error.code error.message'; return 0 ;;
    'api --fields') found='@list status headers data dry_run method url body'; return 0 ;;
    'profile ls --fields') found='@list profile current network base_url address signer expires_at'; return 0 ;;
    'profile use --fields') found='@list profile network dry_run'; return 0 ;;
    'profile show --fields') found='@list profile current network base_url address signer settings credentials.origin credentials.store credentials.api_key credentials.token credentials.expires_at credentials.kyc_status credentials.signed_in_at kept_in.settings kept_in.credentials'; return 0 ;;
    'profile rm --fields') found='@list profile removed from token_valid_until dry_run'; return 0 ;;
    'config get --fields') found='@list key value'; return 0 ;;
    'config set --fields') found='@list key value profile dry_run'; return 0 ;;
    'config unset --fields') found='@list key was profile dry_run'; return 0 ;;
    'config list --fields') found='@list key value origin default values about'; return 0 ;;
    'config path --fields') found='@list path state'; return 0 ;;
    'wallet list --fields') found='@list name address file'; return 0 ;;
    'wallet address --fields') found='@list address'; return 0 ;;
    'alias set --fields') found='@list name line before dry_run'; return 0 ;;
    'alias list --fields') found='@list name line'; return 0 ;;
    'alias delete --fields') found='@list name line dry_run'; return 0 ;;
    'journal ls --fields') found='@list id at state operation network profile address status code as run line'; return 0 ;;
    'journal show --fields') found='@list id state as note evidence at profile network origin address key operation method path digest body balance forced over status code request_id pid run line steps'; return 0 ;;
    'journal resolve --fields') found='@list id state as note dry_run'; return 0 ;;
    'journal unlock --fields') found='@list name freed dry_run'; return 0 ;;
    'journal export --fields') found='@list id at state profile network origin address key operation method path digest body balance forced over pid status code request_id as note evidence run line'; return 0 ;;
    'journal prune --fields') found='@list dropped kept runs_dropped dry_run'; return 0 ;;
    'limits --fields') found='@list network base_url limit used left left_for_bulk free_at'; return 0 ;;
    'smoke --fields') found='@list network base_url suite checks passed failed skipped'; return 0 ;;
    'sandbox start --fields') found='@list base_url api_key address private_key pid dry_run host port folder command'; return 0 ;;
    'sandbox status --fields') found='@list running base_url pid folder bytes'; return 0 ;;
    'sandbox reset --fields') found='@list folder reset dry_run'; return 0 ;;
    'sandbox proof --fields') found='@list proof'; return 0 ;;
    'doctor --fields') found='@list check status found fix version node platform checks'; return 0 ;;
    'completion --fields') found='@list shell script'; return 0 ;;
    'explain --fields') found='@list code kind meaning exit_code http_status retry retry_text fix codes'; return 0 ;;
    'commands --fields') found='@list command summary about aliases operation writes arguments flags words_after_dashes exit_codes examples input output'; return 0 ;;
    'help --fields') found='@list topic text'; return 0 ;;
  esac
  case $2 in
    '--profile'|'-p') found='@profile'; return 0 ;;
    '--network'|'-n') found='mainnet testnet sandbox'; return 0 ;;
    '--base-url') found='@any'; return 0 ;;
    '--format') found='table json ndjson csv tsv'; return 0 ;;
    '--fields') found='@any'; return 0 ;;
    '--jq') found='@any'; return 0 ;;
    '--timeout') found='@any'; return 0 ;;
    '--retries') found='@any'; return 0 ;;
    '--rate-limit') found='@any'; return 0 ;;
    '--max-wait') found='@any'; return 0 ;;
    '--color') found='auto always never'; return 0 ;;
  esac
  return 1
}

_movecli_argument() {
  case "$1 $2" in
    'motion import '*) found='@file' ;;
    'api '0) found='GET POST PUT PATCH DELETE /auth/login /motion/daily /motion/history /motion/submit /nft/collection /nft/collection/ /nft/mint /nft/upgrade /token/balance /token/claim /token/price /user/profile /user/settings /user/kyc' ;;
    'api '1) found='/auth/login /motion/daily /motion/history /motion/submit /nft/collection /nft/collection/ /nft/mint /nft/upgrade /token/balance /token/claim /token/price /user/profile /user/settings /user/kyc' ;;
    'profile use '0) found='@profile' ;;
    'profile show '0) found='@profile' ;;
    'profile rm '0) found='@profile' ;;
    'config get '0) found='profile networks.mainnet.baseUrl networks.testnet.baseUrl networks.sandbox.baseUrl format timeout retries rateLimit maxWait color deviceId timezone credentials.store auth.tokenHeader networks.mainnet.auth.tokenHeader networks.testnet.auth.tokenHeader networks.sandbox.auth.tokenHeader auth.tokenScheme networks.mainnet.auth.tokenScheme networks.testnet.auth.tokenScheme networks.sandbox.auth.tokenScheme auth.messageTemplate networks.mainnet.auth.messageTemplate networks.testnet.auth.messageTemplate networks.sandbox.auth.messageTemplate auth.domain networks.mainnet.auth.domain networks.testnet.auth.domain networks.sandbox.auth.domain auth.chainId networks.mainnet.auth.chainId networks.testnet.auth.chainId networks.sandbox.auth.chainId' ;;
    'config set '0) found='profile networks.mainnet.baseUrl networks.testnet.baseUrl networks.sandbox.baseUrl format timeout retries rateLimit maxWait color deviceId timezone credentials.store auth.tokenHeader networks.mainnet.auth.tokenHeader networks.testnet.auth.tokenHeader networks.sandbox.auth.tokenHeader auth.tokenScheme networks.mainnet.auth.tokenScheme networks.testnet.auth.tokenScheme networks.sandbox.auth.tokenScheme auth.messageTemplate networks.mainnet.auth.messageTemplate networks.testnet.auth.messageTemplate networks.sandbox.auth.messageTemplate auth.domain networks.mainnet.auth.domain networks.testnet.auth.domain networks.sandbox.auth.domain auth.chainId networks.mainnet.auth.chainId networks.testnet.auth.chainId networks.sandbox.auth.chainId' ;;
    'config set '1) found='@value' ;;
    'config unset '0) found='profile networks.mainnet.baseUrl networks.testnet.baseUrl networks.sandbox.baseUrl format timeout retries rateLimit maxWait color deviceId timezone credentials.store auth.tokenHeader networks.mainnet.auth.tokenHeader networks.testnet.auth.tokenHeader networks.sandbox.auth.tokenHeader auth.tokenScheme networks.mainnet.auth.tokenScheme networks.testnet.auth.tokenScheme networks.sandbox.auth.tokenScheme auth.messageTemplate networks.mainnet.auth.messageTemplate networks.testnet.auth.messageTemplate networks.sandbox.auth.messageTemplate auth.domain networks.mainnet.auth.domain networks.testnet.auth.domain networks.sandbox.auth.domain auth.chainId networks.mainnet.auth.chainId networks.testnet.auth.chainId networks.sandbox.auth.chainId' ;;
    'alias delete '0) found='@alias' ;;
    'journal show '0) found='@write' ;;
    'journal resolve '0) found='@unknown' ;;
    'journal unlock '0) found='sandbox journal limits settings credentials @run' ;;
    'completion '0) found='bash zsh fish powershell' ;;
    'explain '0) found='AUTH_001 AUTH_002 RATE_001 MOTION_001 MOTION_002 NFT_001 CHAIN_001 CLI_BUG CLI_OUTPUT CLI_USAGE CLI_LOOKS_LIKE_PRIVATE_KEY CLI_UNSAFE_FILE CLI_PROVER CLI_NO_NETWORK CLI_NO_BASE_URL CLI_CONFIG CLI_INSECURE_URL CLI_STATE CLI_KEYCHAIN CLI_NO_API_KEY CLI_UNFIT_CREDENTIAL CLI_TOKEN_EXPIRED CLI_PROFILE_CHANGED CLI_NOT_SIGNED_IN CLI_SKIPPED CLI_WRONG_PASSWORD CLI_SIGNATURE CLI_FOREIGN_CREDENTIAL CLI_LOGIN_ANSWER CLI_REJECTED CLI_NOT_FOUND CLI_RATE_LIMITED CLI_UNAVAILABLE CLI_CONNECT CLI_TLS CLI_TIMEOUT CLI_UNEXPECTED_RESPONSE CLI_BUSY CLI_OUTCOME_UNKNOWN CLI_EARLIER_UNKNOWN CLI_PARTIAL CLI_CONSENT CLI_WAIT_OVER CLI_INTERRUPTED CLI_TERMINATED 0 1 2 3 4 5 6 7 8 9 10 11 12 130 143' ;;
    'help '0) found='exit-codes environment signing networks sandbox flags login logout whoami motion nft token user kyc api profile config wallet alias journal limits smoke sandbox mcp doctor completion explain commands help' ;;
  esac
}

_movecli_config_value() {
  case $1 in
    'profile') found='@profile' ;;
    'format') found='table json ndjson csv tsv' ;;
    'color') found='auto always never' ;;
    'credentials.store') found='auto keychain file' ;;
    *) found='' ;;
  esac
}

_movecli() {
  local IFS=$' \t\n' found='' path='' flag='' word='' args=0 i glued='' last='' before='' offer='' files=''
  local cur=${COMP_WORDS[COMP_CWORD]:-}
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ -n $flag && $word == '=' ]]; then
      continue
    fi
    if [[ $word == [:=]* ]]; then
      glued=1
      continue
    fi
    if [[ -n $glued ]]; then
      glued=''
      continue
    fi
    if [[ -n $flag ]]; then
      flag=''
      continue
    fi
    case $word in
      --)
        compopt -o default 2>/dev/null
        return 0
        ;;
      -*) _movecli_value "$path" "$word" && flag=$word ;;
      *) _movecli_step "${path:+$path }$word" || {
        args=$((args + 1))
        last=$word
      } ;;
    esac
  done
  found=''
  [[ $cur == '=' ]] && cur=''
  if [[ -n $flag ]]; then
    _movecli_value "$path" "$flag"
  elif [[ $cur == -* ]]; then
    _movecli_flags "$path"
  else
    [[ $args == 0 ]] && _movecli_commands "$path"
    [[ $args == 0 && -z $path ]] && found="$found @alias"
    [[ -n $found ]] || _movecli_argument "$path" "$args"
  fi
  [[ $found == @value ]] && _movecli_config_value "$last"
  for word in $found; do
    case $word in
      @file) files=1 ;;
      @list)
        if [[ $cur == *,* ]]; then
          before=${cur%,*},
          cur=${cur##*,}
        fi
        ;;
      @any) ;;
      @*) offer="$offer $(_movecli_live "${word#@}")" ;;
      *) offer="$offer $word" ;;
    esac
  done
  for word in $offer; do
    [[ $word == "$cur"* ]] && COMPREPLY+=("$before$word")
  done
  [[ -n $files && ${#COMPREPLY[@]} == 0 ]] && compopt -o default 2>/dev/null
  return 0
}

complete -F _movecli movecli
