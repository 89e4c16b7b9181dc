# Completes movecli in bash. Made by `npm run docs` from the command lines; do not edit.
_movecli_profiles() {
  local folder=${MOVECLI_CONFIG_DIR:-}
  if [[ -z $folder ]]; then
    folder=$HOME/.config/movecli
    [[ ${XDG_CONFIG_HOME:-} == /* ]] && folder=$XDG_CONFIG_HOME/movecli
  fi
  [[ -r $folder/config.json ]] || return 0
  command sed -n '/^  "profiles": {$/,/^  }/s/^    "\([a-z0-9_-]\{1,64\}\)": {.*$/\1/p' <"$folder/config.json" 2>/dev/null
}

_movecli_commands() {
  case $1 in
    '') found='login logout whoami motion nft token user kyc api profile config journal limits smoke sandbox doctor completion explain commands help' ;;
    'motion') found='daily history import submit' ;;
    'nft') found='ls mint upgrade' ;;
    'token') found='balance claim price' ;;
    'user') found='profile settings' ;;
    'kyc') found='submit status' ;;
    'profile') found='ls use show rm' ;;
    'config') found='get set unset list path' ;;
    'journal') found='ls show resolve unlock export prune' ;;
    'sandbox') found='start status reset proof' ;;
    'help motion') found='daily history import submit' ;;
    'help nft') found='ls mint upgrade' ;;
    'help token') found='balance claim price' ;;
    'help user') found='profile settings' ;;
    'help kyc') found='submit status' ;;
    'help profile') found='ls use show rm' ;;
    'help config') found='get set unset list path' ;;
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
    'motion submit') found='--steps --distance --duration --proof --device-id --proof-file --prover --reconcile --force --from --run --plan --concurrency --skip-invalid --retry-failed --retry-unknown --skip-applied --resubmit --max-failures --on-error --shard --summary --openmetrics' ;;
    'nft ls') found='--type --page --limit --all --max-items --sort --param --all-profiles --profiles' ;;
    'nft mint') found='--raw-field --field --input --reconcile --force' ;;
    'nft upgrade') found='--raw-field --field --input --reconcile --force' ;;
    'token balance') found='--watch --param --all-profiles --profiles' ;;
    'token claim') found='--raw-field --field --input --reconcile --force' ;;
    'token price') found='--param --all-profiles --profiles' ;;
    'user profile') found='--param --all-profiles --profiles' ;;
    'user settings') found='--raw-field --field --input' ;;
    'kyc') found='--param --all-profiles --profiles --wait' ;;
    'kyc submit') found='--raw-field --field --input' ;;
    'kyc status') found='--param --all-profiles --profiles --wait' ;;
    'api') found='--param --raw-field --field --input --include --paginate' ;;
    'config list') found='--show-origin --all' ;;
    'journal ls') found='--state --operation --run --since --limit --all' ;;
    'journal resolve') found='--as --note' ;;
    'journal prune') found='--before' ;;
    'limits') found='--openmetrics' ;;
    'smoke') found='--suite --prover --junit --openmetrics --fail-fast --require-all --repeat --max-latency --watch' ;;
    'sandbox start') found='--port --data --memory --seed --fault --token-ttl --limit-per-hour --host --allow-host' ;;
    'sandbox proof') found='--steps --distance --duration --device-id' ;;
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
    'help journal') path='help journal' ;;
    'help sandbox') path='help sandbox' ;;
    'nft list') path='nft ls' ;;
    'profile list') path='profile ls' ;;
    'profile remove') path='profile rm' ;;
    'journal list') path='journal ls' ;;
    *) return 1 ;;
  esac
}

_movecli_value() {
  case "$1 $2" in
    'login --key-file') found='@file'; return 0 ;;
    'login --keystore') found='@file'; return 0 ;;
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
    'motion daily --date') found='@any'; return 0 ;;
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
    'motion import --since') found='@any'; return 0 ;;
    'motion import --until') found='@any'; return 0 ;;
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
    'motion submit --from') found='@file'; return 0 ;;
    'motion submit --run') found='@any'; return 0 ;;
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
    'token price --param') found='@any'; return 0 ;;
    'token price --profiles') found='@profile'; return 0 ;;
    'user profile --param') found='@any'; return 0 ;;
    'user profile --profiles') found='@profile'; return 0 ;;
    'user settings --raw-field'|'user settings -f') found='@any'; return 0 ;;
    'user settings --field'|'user settings -F') found='@any'; return 0 ;;
    'user settings --input') found='@file'; return 0 ;;
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
    'journal ls --state') found='planned sending applied rejected not_sent unknown resolved'; return 0 ;;
    'journal ls --operation') found='@any'; return 0 ;;
    'journal ls --run') found='@any'; return 0 ;;
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
    'sandbox start --fault') found='@any'; return 0 ;;
    'sandbox start --token-ttl') found='@any'; return 0 ;;
    'sandbox start --limit-per-hour') found='@any'; return 0 ;;
    'sandbox start --host') found='@any'; return 0 ;;
    'sandbox start --allow-host') found='@any'; return 0 ;;
    'sandbox proof --steps') found='@any'; return 0 ;;
    'sandbox proof --distance') found='@any'; return 0 ;;
    'sandbox proof --duration') found='@any'; return 0 ;;
    'sandbox proof --device-id') found='@any'; return 0 ;;
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
    'api '0) found='GET POST PUT PATCH DELETE' ;;
    'profile use '0) found='@profile' ;;
    'profile show '0) found='@profile' ;;
    'profile rm '0) found='@profile' ;;
    'config get '0) found='profile networks.mainnet.baseUrl networks.testnet.baseUrl networks.sandbox.baseUrl format timeout retries rateLimit maxWait color deviceId timezone credentials.store auth.tokenHeader networks.mainnet.auth.tokenHeader networks.testnet.auth.tokenHeader networks.sandbox.auth.tokenHeader auth.tokenScheme networks.mainnet.auth.tokenScheme networks.testnet.auth.tokenScheme networks.sandbox.auth.tokenScheme auth.messageTemplate networks.mainnet.auth.messageTemplate networks.testnet.auth.messageTemplate networks.sandbox.auth.messageTemplate auth.domain networks.mainnet.auth.domain networks.testnet.auth.domain networks.sandbox.auth.domain auth.chainId networks.mainnet.auth.chainId networks.testnet.auth.chainId networks.sandbox.auth.chainId' ;;
    'config set '0) found='profile networks.mainnet.baseUrl networks.testnet.baseUrl networks.sandbox.baseUrl format timeout retries rateLimit maxWait color deviceId timezone credentials.store auth.tokenHeader networks.mainnet.auth.tokenHeader networks.testnet.auth.tokenHeader networks.sandbox.auth.tokenHeader auth.tokenScheme networks.mainnet.auth.tokenScheme networks.testnet.auth.tokenScheme networks.sandbox.auth.tokenScheme auth.messageTemplate networks.mainnet.auth.messageTemplate networks.testnet.auth.messageTemplate networks.sandbox.auth.messageTemplate auth.domain networks.mainnet.auth.domain networks.testnet.auth.domain networks.sandbox.auth.domain auth.chainId networks.mainnet.auth.chainId networks.testnet.auth.chainId networks.sandbox.auth.chainId' ;;
    'config unset '0) found='profile networks.mainnet.baseUrl networks.testnet.baseUrl networks.sandbox.baseUrl format timeout retries rateLimit maxWait color deviceId timezone credentials.store auth.tokenHeader networks.mainnet.auth.tokenHeader networks.testnet.auth.tokenHeader networks.sandbox.auth.tokenHeader auth.tokenScheme networks.mainnet.auth.tokenScheme networks.testnet.auth.tokenScheme networks.sandbox.auth.tokenScheme auth.messageTemplate networks.mainnet.auth.messageTemplate networks.testnet.auth.messageTemplate networks.sandbox.auth.messageTemplate auth.domain networks.mainnet.auth.domain networks.testnet.auth.domain networks.sandbox.auth.domain auth.chainId networks.mainnet.auth.chainId networks.testnet.auth.chainId networks.sandbox.auth.chainId' ;;
    'completion '0) found='bash zsh fish powershell' ;;
    'explain '0) found='AUTH_001 AUTH_002 RATE_001 MOTION_001 MOTION_002 NFT_001 CHAIN_001 CLI_BUG CLI_OUTPUT CLI_USAGE CLI_LOOKS_LIKE_PRIVATE_KEY CLI_UNSAFE_FILE CLI_NO_NETWORK CLI_NO_BASE_URL CLI_CONFIG CLI_INSECURE_URL CLI_STATE CLI_KEYCHAIN CLI_NO_API_KEY CLI_UNFIT_CREDENTIAL CLI_TOKEN_EXPIRED CLI_NOT_SIGNED_IN CLI_SKIPPED CLI_WRONG_PASSWORD CLI_SIGNATURE CLI_FOREIGN_CREDENTIAL CLI_LOGIN_ANSWER CLI_REJECTED CLI_NOT_FOUND CLI_RATE_LIMITED CLI_UNAVAILABLE CLI_CONNECT CLI_TLS CLI_TIMEOUT CLI_UNEXPECTED_RESPONSE CLI_BUSY CLI_OUTCOME_UNKNOWN CLI_EARLIER_UNKNOWN CLI_PARTIAL CLI_CONSENT CLI_WAIT_OVER CLI_INTERRUPTED CLI_TERMINATED 0 1 2 3 4 5 6 7 8 9 10 11 12 130 143' ;;
    'help '0) found='exit-codes environment signing networks sandbox flags login logout whoami motion nft token user kyc api profile config journal limits smoke sandbox doctor completion explain commands help' ;;
  esac
}

_movecli() {
  local IFS=$' \t\n' found='' path='' flag='' word='' args=0 i glued=''
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
      *) _movecli_step "${path:+$path }$word" || args=$((args + 1)) ;;
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
    [[ -n $found ]] || _movecli_argument "$path" "$args"
  fi
  case $found in
    @profile) found=$(_movecli_profiles) ;;
    @file)
      compopt -o default 2>/dev/null
      return 0
      ;;
    @*) return 0 ;;
  esac
  for word in $found; do
    [[ $word == "$cur"* ]] && COMPREPLY+=("$word")
  done
  return 0
}

complete -F _movecli movecli
