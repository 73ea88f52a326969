/**
 * The ranking in an iframe of any site: one page without a request beside it. While it is seen it
 * asks for itself again every now and then, with the tag that it has, and shows the answer's `main`
 * in place of its own. Its style and script are the same in every answer, so that its policy can
 * name them by their hashes.
 */
import { hash } from 'node:crypto';
import { embedCall, type EmbedQuery } from '../../../common/protocol/builders.ts';
import type { SeasonEntry } from '../../../common/protocol/seasons.ts';
import { formatCount, formatDeltaDollars, formatDollars } from '../../../common/values/figures.ts';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import { PRODUCT_NAME, REHEARSAL_WORDS } from '../../../common/values/product.ts';
import { weekOf, weekTitle } from '../../../common/values/week.ts';
import { calledBy, escaped } from './markup.ts';

export const EMBED_ROWS = 10;
/** Px, with all rows. */
export const EMBED_SIZE = { width: 400, height: 480 };

/** Between two questions, as long as they are answered. */
const EVERY_MS = 15_000;

/** The colours of client/src/ui/theme/tokens.css. */
const DARK = `color-scheme:dark;--surface:#0b1524;--hover:#182941;--rule:#24364f;--ink:#f3ebda;--muted:#b9bcbb;--faint:#97a0aa;--action:#e0b45c;--rise:#7fd394;--fall:#ff958c;--usa:#7f86ea;--italy:#cf7246;--argentina:#c1e8fb;--china:#4fc2b2`;
const LIGHT = `color-scheme:light;--surface:#f4ecdb;--hover:#efe5d0;--rule:#d6c8aa;--ink:#14223a;--muted:#454f62;--faint:#585f6b;--action:#76530a;--rise:#1c6534;--fall:#a9231d;--usa:#272b7c;--italy:#b9663c;--argentina:#398ab5;--china:#0f5c4e`;

/** Those of the pages, and what stands in for them there (fonts.css): an embed loads no files. */
const SANS = "Inter,Arial,Arimo,'Liberation Sans','Nimbus Sans',Roboto,system-ui,sans-serif";
const SERIF =
  "Fraunces,'Times New Roman',Tinos,'Liberation Serif','Nimbus Roman','Noto Serif','DejaVu Serif',serif";

const STYLE = `
:root{${DARK}}
@media (prefers-color-scheme:light){:root{${LIGHT}}}
:root.dark{${DARK}}
:root.light{${LIGHT}}
*{box-sizing:border-box;margin:0;padding:0}
body{background:var(--surface);color:var(--ink);font:14px/1.3 ${SANS};font-variant-numeric:tabular-nums}
main{padding:12px 14px;min-width:0}
a{color:inherit;text-decoration:none}
a:hover{text-decoration:underline;text-underline-offset:.2em}
a:focus-visible{outline:2px solid var(--action);outline-offset:2px}
header,footer{display:flex;gap:10px;align-items:baseline;justify-content:space-between}
header{padding-bottom:8px;border-bottom:1px solid var(--rule)}
h1{font:500 19px/1.1 ${SERIF};min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
footer{padding-top:8px;color:var(--faint);font-size:12px}
footer a,header a.all{flex:none;color:var(--action)}
footer .spelled{flex:0 1 auto;overflow-wrap:anywhere;text-align:right}
ol{list-style:none}
li{display:grid;grid-template-columns:2.4em 3px minmax(0,1fr) auto;column-gap:9px;align-items:center;height:38px;border-bottom:1px solid var(--rule)}
li.changed{animation:lit 1.4s ease-out}
@keyframes lit{from{background:var(--hover)}}
.rank{color:var(--faint);text-align:right;white-space:nowrap}
.rank.far{font-size:11px;letter-spacing:-.02em}
:is([data-rank="1"],[data-rank="2"],[data-rank="3"]) .rank{color:var(--action);font-weight:600}
i{height:20px;background:var(--rule)}
.usa i{background:var(--usa)}.italy i{background:var(--italy)}.argentina i{background:var(--argentina)}.china i{background:var(--china)}
.who{display:flex;gap:8px;align-items:baseline;min-width:0}
.who>a:first-child{font-weight:500}
.who>a{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.of{flex:none;color:var(--faint);font-size:12px}
b{font-weight:600;white-space:nowrap}
sup{font-size:11px;line-height:1;vertical-align:baseline;margin-right:6px}
.up{color:var(--rise)}.down{color:var(--fall)}
p{padding:28px 0;color:var(--muted);text-align:center}
@media (max-width:359px){li{grid-template-columns:1.75em 3px minmax(0,1fr) auto;column-gap:7px}.who{gap:6px}.of span{display:none}.of::after{content:attr(data-code)}}
@media (prefers-reduced-motion:reduce){li.changed{animation:none}}
`;

const SCRIPT = `
const EVERY_MS = ${EVERY_MS};
const LONGEST_MS = 300000;
let waitMs = EVERY_MS;
let askedAt = Date.now();
let isSeen = false;
let timer;
let frame;

const ranks = (main) =>
  new Map([...main.querySelectorAll('li')].map((row) => [row.dataset.wallet, row]));

function show(next) {
  const before = ranks(document.querySelector('main'));
  for (const [wallet, row] of ranks(next)) {
    const was = before.get(wallet);
    if (was && was.dataset.figure === row.dataset.figure && was.dataset.rank === row.dataset.rank) continue;
    row.className += ' changed';
    const places = was ? was.dataset.rank - row.dataset.rank : 0;
    if (places === 0) continue;
    const mark = document.createElement('sup');
    mark.className = places > 0 ? 'up' : 'down';
    mark.textContent = (places > 0 ? '\\u25b2' : '\\u25bc') + Math.abs(places);
    row.querySelector('b').before(mark);
  }
  spell(next);
  document.querySelector('main').replaceWith(next);
}

async function ask() {
  askedAt = Date.now();
  const { tag, shell } = document.querySelector('main').dataset;
  try {
    const headers = { 'If-None-Match': 'W/"' + tag + '"' };
    const answer = await fetch(location.href, { headers, cache: 'no-store', credentials: 'omit' });
    if (answer.status === 200) {
      const text = await answer.text();
      const next = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
      if (next.dataset.shell !== shell) location.reload();
      show(document.adoptNode(next));
    } else if (answer.status !== 304) throw new Error(answer.status);
    document.querySelector('[data-late]').hidden = true;
    waitMs = EVERY_MS;
  } catch {
    document.querySelector('[data-late]').hidden = false;
    waitMs = Math.min(2 * waitMs, LONGEST_MS);
  }
  wait();
}

/* Those that were opened together don't ask together. */
function wait() {
  clearTimeout(timer);
  cancelAnimationFrame(frame);
  if (document.hidden || !isSeen) return;
  const passed = Date.now() - askedAt;
  const inMs = Math.max(0, waitMs * (0.9 + 0.2 * Math.random()) - passed);
  /* What is no longer displayed is not observed either, but it has no animation frames. */
  timer = setTimeout(() => (frame = requestAnimationFrame(ask)), inMs);
}

document.addEventListener('visibilitychange', wait);
/* By the page around it: nobody sees what is off screen. */
new IntersectionObserver((changes) => {
  isSeen = changes.at(-1).isIntersecting;
  wait();
}).observe(document.documentElement);

/* A sandboxed frame may not be able to open anything: the reader sees where the ranking is. */
function spell(main) {
  if (origin !== 'null') return;
  const link = main.querySelector('footer a');
  link.textContent = location.host + '/ranking';
  link.className = 'spelled';
}
spell(document);

/* WordPress puts it into such a frame, and opens a link for the one that knows this secret. */
const secret = new URLSearchParams(location.hash.slice(2)).get('secret');
if (secret) {
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link) return;
    event.preventDefault();
    parent.postMessage({ message: 'link', value: link.href, secret }, '*');
  });
}
`;

/** Of what is the same in every answer. */
const SHELL = hash('sha256', STYLE + SCRIPT, 'base64url').slice(0, 8);

const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

/** Anyone may frame it; it loads nothing but itself. */
export const EMBED_POLICY = [
  "default-src 'none'",
  `style-src ${sourceOf(STYLE)}`,
  `script-src ${sourceOf(SCRIPT)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join(';');

interface Shown {
  readonly selected: EmbedQuery;
  /** `gained` in those of a week. */
  readonly rows: readonly (Omit<SeasonEntry, 'gained'> & Partial<Pick<SeasonEntry, 'gained'>>)[];
  /** Of all that the rows are the first of. */
  readonly count: number;
  readonly isRehearsal: boolean;
}

/**
 * What the ranking's page, or the embed, is to show by its query.
 * @returns null of a past moment, which can't be embedded.
 */
export function selectedBy(query: Readonly<Record<string, unknown>>): EmbedQuery | null {
  return query['at'] === undefined ? embedCall.query.parse(query) : null;
}

/** The address of a page that shows it. */
export function addressed(path: '/ranking' | typeof embedCall.path, selected: EmbedQuery): string {
  const given = Object.entries(selected).filter(([, value]) => value !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** `Italy · Week 48 of 2026` */
export function titleOf({ nation, season = '' }: EmbedQuery): string {
  const week = weekOf(season);
  const parts = [nation && NATIONS[nation].name, week !== null && weekTitle(week)];
  return parts.filter((part) => part).join(' · ') || 'Global Rankings';
}

export function embedPage({ selected, rows, count, isRehearsal }: Shown) {
  const { theme, ...shown } = selected;
  const title = titleOf(shown);
  const page = escaped(addressed('/ranking', shown));
  const none = shown.season ? NO_GAIN : EMPTY;
  const list =
    rows.length > 0 ? `<ol>${rows.map((row) => rowOf(row, !shown.nation)).join('')}</ol>` : none;
  const content = `<header><h1>${linkTo(page, title)}</h1>${linkTo('/', PRODUCT_NAME, 'all')}</header>${list}<footer><span>${isRehearsal ? REHEARSAL_WORDS : countOf(rows.length, count)}<span data-late hidden> · not live just now</span></span>${linkTo(page, 'Whole ranking')}</footer>`;
  const tag = `${SHELL}.${hash('sha256', content, 'base64url').slice(0, 22)}`;
  const text = `<!doctype html>
<html lang="en"${theme ? ` class="${theme}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} · ${PRODUCT_NAME}</title><style>${STYLE}</style></head>
<body><main data-tag="${tag}" data-shell="${SHELL}">${content}</main><script>${SCRIPT}</script></body></html>
`;
  return { text, tag };
}

/** ISO 3166-1: where a nation's name has no room. */
const CODES = { usa: 'US', italy: 'IT', argentina: 'AR', china: 'CN' } satisfies Record<
  NationId,
  string
>;

const EMPTY = `<p>Nobody has joined yet. ${linkTo('/', 'Be the first')}</p>`;
const NO_GAIN = '<p>Nobody has gained anything in this week yet.</p>';

function countOf(shown: number, count: number): string {
  if (count === 0) return '';
  return shown < count
    ? `${shown} of ${formatCount(count)} players`
    : `${formatCount(count)} players`;
}

function rowOf(
  { rank, walletAddress, name, nationId, gdp, gained }: Shown['rows'][number],
  isOfAll: boolean,
): string {
  const called = calledBy(name, walletAddress);
  const who = linkTo(`/player/${walletAddress}`, called);
  const of = isOfAll
    ? `<span class="of" title="${NATIONS[nationId].name}" data-code="${CODES[nationId]}"><span>${NATIONS[nationId].name}</span></span>`
    : '';
  const isFar = rank > 9999;
  return `<li class="${nationId}" data-wallet="${walletAddress}" data-rank="${rank}" data-figure="${gained ?? gdp}"><span class="rank${isFar ? ' far' : ''}">${formatCount(rank)}</span><i></i><span class="who">${who}${of}</span><b>${gained === undefined ? formatDollars(gdp) : formatDeltaDollars(gained)}</b></li>`;
}

function linkTo(path: string, text: string, kind?: string): string {
  const of = kind ? ` class="${kind}"` : '';
  return `<a${of} href="${path}" target="_blank" rel="noopener"><bdi>${escaped(text)}</bdi></a>`;
}
