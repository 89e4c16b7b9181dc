/** The sign-in page: static text, so that nothing from outside is ever part of it. What it shows it asks the server for. */

const style = `
:root { color-scheme: light dark; --line: #8888; --accent: #0b63ce; --on-accent: #fff; --problem: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --accent: #8ab4f8; --on-accent: #10151d; --problem: #f2b8b5; } }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
ul { list-style: none; padding: 0; }
button { font: inherit; padding: .6rem 1rem; border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
button.main { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
li button { display: flex; gap: .75rem; align-items: center; width: 100%; margin-bottom: .5rem; text-align: start; }
li img { width: 1.5rem; height: 1.5rem; }
#status { min-height: 1.5rem; font-weight: 600; }
#status.problem { color: var(--problem); }
#address-row { display: contents; }
[hidden] { display: none !important; }
`

const script = `
'use strict';
(() => {
  const base = location.pathname;
  const at = (id) => document.getElementById(id);
  const wallets = new Set();
  let wanted, current;

  const say = (text, problem = false) => {
    at('status').textContent = text;
    at('status').className = problem ? 'problem' : '';
  };
  const ask = async (name, body) => {
    const sent = body === undefined ? {} : {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    };
    let answer;
    try { answer = await fetch(base + name, sent); }
    catch { throw new Error('movecli is not waiting any more. Run the same login again.'); }
    const data = await answer.json();
    if (!answer.ok) throw new Error(data.message);
    return data;
  };
  const report = (kind, address) => { ask('problem', { kind, ...(address && { address }) }).catch(() => {}); };
  const same = (one, other) => one.toLowerCase() === other.toLowerCase();
  const hex = (text) => '0x' + [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

  const problems = {
    'no-wallet': 'No wallet was found in this browser. Install or enable one and reload the page, or open this address in a browser that has one.',
    locked: 'The wallet is locked or gave no account. Unlock it, then choose it again.',
    pending: 'The wallet has a request open already. Answer or close it in the wallet, then try again.',
    'wrong-account': 'Another account is selected in the wallet. Switch to the account above, then choose the wallet again.',
    rejected: 'You rejected the request in the wallet. Nothing was signed. You can close this page.',
    other: 'The wallet did not answer as expected. Try again, or use another wallet.',
  };
  const fail = (kind, address) => {
    say(problems[kind], true);
    report(kind, address);
    if (kind === 'rejected') { at('choose').hidden = true; at('sign').hidden = true; }
  };
  const kindOf = (error) => error && error.code === 4001 ? 'rejected' : error && error.code === -32002 ? 'pending' : 'other';

  const hideMessage = () => {
    current = undefined;
    at('sign').hidden = true;
    at('message').textContent = '';
    at('address').textContent = wanted || '';
    at('address-row').hidden = !wanted;
  };
  const show = (chosen, words) => {
    current = chosen;
    at('address').textContent = chosen.address;
    at('message').textContent = chosen.message;
    at('sign').hidden = false;
    at('go').disabled = false;
    at('address-row').hidden = false;
    say(words);
    at('go').focus();
  };

  let turn = 0;
  const choose = async (provider) => {
    const mine = ++turn;
    hideMessage();
    say('Asking the wallet for its account …');
    let accounts;
    try { accounts = await provider.request({ method: 'eth_requestAccounts' }); }
    catch (error) { return mine === turn && fail(kindOf(error)); }
    if (mine !== turn) return;
    const list = Array.isArray(accounts) ? accounts.filter((each) => typeof each === 'string') : [];
    if (list.length === 0) return fail('locked');
    const address = wanted ? list.find((each) => same(each, wanted)) : list[0];
    if (address === undefined) return fail('wrong-account', list[0]);
    try {
      const { message } = await ask('message', { address });
      if (mine === turn) show({ provider, address, message }, 'Read the message, then sign it in your wallet.');
    } catch (error) { if (mine === turn) say(error.message, true); }
  };

  const sign = async () => {
    const mine = turn;
    const { provider, address, message } = current;
    at('go').disabled = true;
    try {
      const fresh = await ask('message', { address });
      if (mine !== turn) return;
      if (fresh.message !== message)
        return show({ ...current, message: fresh.message }, 'The message was too old and is a new one now. Read it, then sign it in your wallet.');
    } catch (error) { at('go').disabled = false; return say(error.message, true); }
    say('Waiting for your signature in the wallet …');
    let signature;
    try { signature = await provider.request({ method: 'personal_sign', params: [hex(message), address] }); }
    catch (error) {
      if (mine !== turn) return;
      at('go').disabled = false;
      return fail(kindOf(error));
    }
    if (mine !== turn) return;
    try {
      await ask('signature', { address, message, signature: String(signature) });
      at('choose').hidden = true;
      at('sign').hidden = true;
      say('Signed. You can close this page; movecli goes on in the terminal.');
    } catch (error) { at('go').disabled = false; say(error.message, true); }
  };

  const add = (name, icon, provider) => {
    if (wallets.has(provider)) return;
    wallets.add(provider);
    const button = document.createElement('button');
    button.type = 'button';
    if (typeof icon === 'string' && /^data:image\\//.test(icon)) {
      const image = document.createElement('img');
      image.src = icon;
      image.alt = '';
      button.append(image);
    }
    const label = document.createElement('span');
    label.textContent = String(name).slice(0, 60);
    button.append(label);
    button.addEventListener('click', () => choose(provider));
    const item = document.createElement('li');
    item.append(button);
    at('wallets').append(item);
    if (wallets.size === 1) say('Choose the wallet to sign in with.');
  };

  const find = () => {
    addEventListener('eip6963:announceProvider', ({ detail }) => {
      const { info, provider } = detail || {};
      if (info && provider) add(info.name, info.icon, provider);
    });
    dispatchEvent(new Event('eip6963:requestProvider'));
    setTimeout(() => {
      if (window.ethereum) add(wallets.size === 0 ? 'Browser wallet' : 'Another browser wallet', undefined, window.ethereum);
      if (wallets.size === 0) fail('no-wallet');
    }, 700);
  };

  at('go').addEventListener('click', sign);
  ask('state').then(({ network, service, address }) => {
    wanted = address;
    at('network').textContent = network;
    at('service').textContent = service;
    if (address) { at('address').textContent = address; at('address-row').hidden = false; }
    find();
  }, (error) => say(error.message, true));
})();
`

/** The whole page, under 20 KB, without anything from elsewhere. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Sign in - movecli</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>Sign in to movecli</h1>
<p>movecli in your terminal asks for a signature. It proves that the address is yours; it moves no funds and costs nothing. Your key stays in your wallet.</p>
<dl>
<dt>Network</dt><dd id="network">…</dd>
<dt>Service</dt><dd id="service">…</dd>
<div id="address-row" hidden><dt>Address</dt><dd id="address"></dd></div>
</dl>
<p id="status" role="status" aria-live="polite">Looking for wallets …</p>
<section id="choose" aria-labelledby="choose-title">
<h2 id="choose-title">Wallet</h2>
<ul id="wallets"></ul>
</section>
<section id="sign" aria-labelledby="sign-title" hidden>
<h2 id="sign-title">Message to sign</h2>
<pre id="message" tabindex="0" aria-label="Message to sign"></pre>
<button id="go" class="main" type="button">Sign in the wallet</button>
</section>
<noscript><p>This page needs JavaScript to reach your wallet.</p></noscript>
</main>
<script>${script}</script>
</body>
</html>
`
