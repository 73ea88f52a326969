/**
 * The page /dev: shows the world, and does what its forms' buttons say, by the /dev routes. It
 * stands by itself, or in the frame of a page's tab (tab.ts), which reloads with what it changes.
 */
const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** 1 January 1970 was a Thursday; weeks begin on Mondays. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
/** So much of a week is left to see it end. */
const SEEN_MS = 5000;
const REFRESH_MS = 5000;
const TICK_MS = 500;
/** Between two looks for the next world, and how many: ten minutes, for the busiest machine. */
const LOOK_MS = 300;
const LOOKS = 2000;

/** Written by the Demo Wallet too (wallet/provider.ts), which follows what this page writes. */
const WALLET = 'denaria.demo-wallet';
/** A sentence to show after the next load. */
const WORDS = 'denaria-dev.words';

const CHAIN_NOTES = {
  ok: '',
  slow: 'Each call to the chain takes a second. Over after a restart.',
  failing: 'Calls to the chain are cut; wallets still sign. Over after a restart.',
};
const RESET_NOTE =
  'Deletes the local chain and the game in DATA_DIR, and starts both from scratch. Wallets stay connected.';

const byId = (id) => document.getElementById(id);
const buttonsOf = (name) => [...document.querySelectorAll(`button[name=${name}]`)];
const select = document.querySelector('select');
const clock = document.querySelector('time');
const pause = (ms) => new Promise((resolve) => void setTimeout(resolve, ms));

function say(words) {
  byId('words').textContent = words;
}

/** @throws Error with the server's sentence if it refuses */
async function call(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const post = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(path, body && post).catch((cause) => {
    throw new Error('The development server does not answer. Is it still running?', { cause });
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

function reload(words) {
  sessionStorage.setItem(WORDS, words);
  parent.location.reload();
}

/** What can't be read is forgotten. */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(WALLET)) ?? {};
  } catch {
    return {};
  }
}

/** The account that the Demo Wallet, or another wallet, shares with this site. */
async function connectedAccount() {
  const { connected } = remembered();
  if (connected) return connected;
  const [account] = (await window.ethereum?.request({ method: 'eth_accounts' })) ?? [];
  return account;
}

const short = (wallet) => `${wallet.slice(0, 6)}…${wallet.slice(-4)}`;

function press(name, value) {
  for (const button of buttonsOf(name)) button.ariaPressed = String(button.value === value);
}

function showChain({ mode }) {
  press('chain', mode);
  byId('chain').textContent = CHAIN_NOTES[mode];
  // The tab shows it while it is closed.
  parent.dispatchEvent(new CustomEvent('denaria-dev-chain', { detail: mode }));
}

function showRivals({ pace, count }) {
  press('rivals', pace);
  const who = count === 1 ? '1 rival' : `${count} rivals`;
  byId('rivals').textContent = count === 0 ? 'No rivals in this world.' : `${who}, ${pace}`;
}

let serverTime = null;
function showTime() {
  if (!serverTime) return;
  const now = new Date(serverTime.nowMs + performance.now() - serverTime.at);
  clock.dateTime = now.toISOString();
  clock.textContent = now.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  // The answer takes a few ms to arrive, and skips are whole days.
  const minutes = Math.round((now - Date.now()) / 60_000);
  const days = Math.floor(minutes / (24 * 60));
  const hours = Math.floor(minutes / 60) % 24;
  const ahead = [days > 0 && `${days} ${days === 1 ? 'day' : 'days'}`, hours > 0 && `${hours} h`];
  const words = ahead.filter(Boolean).join(' ') || 'Less than an hour';
  byId('ahead').textContent =
    minutes < 1 ? 'The same as this computer’s.' : `${words} ahead of this computer’s.`;
}

function askReset(asks) {
  for (const button of [...buttonsOf('askReset'), ...buttonsOf('reset')]) {
    button.hidden = (button.value === 'yes') === asks;
  }
  byId('world').textContent = asks ? RESET_NOTE : '';
}

async function advance(advanceMs, words) {
  await call('/dev/clock', { advanceMs });
  // Countdowns start from the server's clock, which a page reads only once.
  reload(words);
}

const ACTIONS = {
  skip: (days) =>
    advance(days * DAY_MS, days === '1' ? 'A day has gone by.' : `${days} days have gone by.`),
  async endWeek() {
    const nowMs = Date.parse((await call('/dev/clock')).now);
    const leftMs = WEEK_MS - ((nowMs - FIRST_MONDAY_MS) % WEEK_MS);
    await advance(Math.max(1, leftMs - SEEN_MS), 'The week ends in a few seconds.');
  },
  async give(asset, { textContent: gift }) {
    const walletAddress = await connectedAccount();
    if (!walletAddress) throw new Error('Connect an account first.');
    await call('/dev/faucet', { walletAddress, asset });
    say(`${gift} sent to ${short(walletAddress)}. The page shows it within 10 seconds.`);
  },
  chain: async (mode) => showChain(await call('/dev/chain', { mode })),
  rivals: async (pace) => showRivals(await call('/dev/rivals', { pace })),
  askReset: (asks) => askReset(asks === 'yes'),
  async reset() {
    const { world } = await call('/dev/reset', {});
    say('Closing this world and starting another one…');
    clearInterval(refreshing);
    // A page may reload by itself as soon as its server is back.
    sessionStorage.setItem(WORDS, 'A fresh world plays here.');
    for (let looks = 0; looks < LOOKS; looks += 1) {
      await pause(LOOK_MS);
      const now = await call('/dev/world').catch(() => null);
      if (now && now.world !== world) return parent.location.reload();
    }
    throw new Error('No new world has started. See the server’s terminal.');
  },
};

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = event.submitter;
  button.disabled = true;
  try {
    await ACTIONS[button.name](button.value, button);
  } catch (error) {
    say(error.message);
  }
  button.disabled = false;
});
select.addEventListener('change', () => {
  const connected = select.value || null;
  const chosen = connected ?? remembered().chosen;
  localStorage.setItem(WALLET, JSON.stringify({ ...remembered(), connected, chosen }));
  void refresh();
});

async function refresh() {
  if (document.visibilityState === 'hidden') return;
  try {
    // Pages and the wallet's own dialogs change it too.
    if (!select.matches(':focus')) select.value = remembered().connected ?? '';
    const account = await connectedAccount();
    byId('receiver').textContent = account
      ? `For ${short(account)}; NFTs of its own nation.`
      : 'Connect an account first.';
    for (const button of buttonsOf('give')) button.ariaDisabled = String(!account);
    serverTime = { nowMs: Date.parse((await call('/dev/clock')).now), at: performance.now() };
    showTime();
    showChain(await call('/dev/chain'));
    showRivals(await call('/dev/rivals'));
    const { whyNoReset } = await call('/dev/world');
    if (whyNoReset === null) return;
    buttonsOf('askReset')[0].hidden = true;
    byId('world').textContent = whyNoReset;
  } catch (error) {
    say(error.message);
  }
}

if (parent !== window) {
  const { colorScheme } = getComputedStyle(parent.document.documentElement);
  document.documentElement.style.colorScheme = colorScheme;
}
say(sessionStorage.getItem(WORDS) ?? '');
sessionStorage.removeItem(WORDS);
const refreshing = setInterval(refresh, REFRESH_MS);
setInterval(showTime, TICK_MS);
void refresh();
