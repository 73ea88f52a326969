/**
 * What others build on: exports, feeds, calendars and embeds, read by strict parsers, with names of
 * the worst kind.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { oembedCall } from '../../common/protocol/builders.ts';
import { leaderboardEntrySchema } from '../../common/protocol/leaderboard.ts';
import { seasonEntrySchema } from '../../common/protocol/seasons.ts';
import { checkName } from '../../common/rules/check-name.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { address, type Address } from '../../common/values/address.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { weekAt, weekBegins, weekId, weekTitle } from '../../common/values/week.ts';
import {
  commitAll,
  joining,
  stakingDena,
  stakingNfts,
  stateAfter,
} from '../store/testing/fixtures.ts';
import { FakeChain } from '../chain/testing/fake-chain.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { Harness } from './support/harness.ts';
import { HOSTILE_NAMES, named } from './support/hostile-names.ts';
import { parseCalendar, parseCsv, parseXml } from './support/strict-formats.ts';

const CROWD = 2600;
/** What hangs ends here. */
const BEGUN = { timeout: 200_000 };

const store = openMemoryStore();
let server: Harness;
let now: number;
const wallets = HOSTILE_NAMES.map((_, n) => walletOf(n));

function walletOf(n: number): Address {
  return address(`0x${(n + 1).toString(16).padStart(40, '0')}`);
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { headers, method });

async function textOf(path: string): Promise<string> {
  const answer = await get(path);
  const text = await answer.text();
  expect([path, answer.status, text.slice(0, 200)]).toEqual([path, 200, text.slice(0, 200)]);
  return text;
}

beforeAll(async () => {
  const chain = new FakeChain({ timeoutMs: 3000 });
  now = Date.now();
  // No stake is unbacked, and no name is looked up again.
  chain.hangNames();
  const holdings = { denaWei: dena(1_000_000), cultural: { usa: 5, italy: 5 } };
  for (const wallet of wallets) chain.give(wallet, holdings);
  const stories = HOSTILE_NAMES.map((name, n) => {
    const joined = joining(walletOf(n), NATION_IDS[n % 2], now - 5000);
    const staked = stakingDena(stateAfter([joined]), 1000 + n, now - 4000);
    const more = stakingNfts(stateAfter([joined, staked]), 'cultural', 2, now - 3000);
    return [joined, staked, more].map((change) => named(change, name));
  });
  for (const step of [0, 1, 2]) {
    await commitAll(
      store,
      stories.flatMap((story) => story.slice(step, step + 1)),
    );
  }
  for (let n = HOSTILE_NAMES.length; n < CROWD; n += 1) {
    await commitAll(store, [joining(walletOf(n), 'china', now - 2000)]);
  }
  server = await Harness.start({ store, chain });
  await vi.waitFor(async () => expect((await get('/api/seasons')).status).toBe(200), BEGUN);
  // The follower has seen what they hold, each by a commit.
  const verified = { kinds: ['holdings-verified'], limit: 20, order: 'newest-first' } as const;
  await vi.waitFor(
    async () => expect(await store.events(verified)).toHaveLength(HOSTILE_NAMES.length),
    BEGUN,
  );
});
afterAll(async () => {
  await server.close();
  await store.close();
});

async function refused(path: string, status: number, message: RegExp): Promise<void> {
  const answer = await get(path);
  expect([path, answer.status]).toEqual([path, status]);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toMatch(message);
}

test('a hostile name is text in every format, to a strict parser', async () => {
  const texts = await Promise.all([
    ...['usa', 'italy'].flatMap((nation) => [
      textOf(`/feeds/nation/${nation}.atom`),
      textOf(`/embed/ranking?nation=${nation}`),
    ]),
    ...wallets.map((wallet) => textOf(`/feeds/player/${wallet}.atom`)),
    textOf(
      `/oembed?url=${encodeURIComponent(`${server.url}/ranking?"><script>alert(1)</script>`)}`,
    ),
  ]);
  for (const text of texts) {
    if (text.startsWith('<?xml')) parseXml(text);
    expect(text).not.toMatch(/<script>alert|<img src=x/);
  }
});

describe('exports', () => {
  test('have the rows of the JSON call, in columns in the order of its fields', async () => {
    const rows = z
      .array(leaderboardEntrySchema)
      .parse(JSON.parse(await textOf('/api/leaderboard?limit=50')));
    const [head = [], ...lines] = parseCsv(await textOf('/api/leaderboard.csv?limit=50'));
    expect(head.join()).toBe(
      'rank,nationId,nationName,flag,walletAddress,name,gdp,gdpSince,gdpOrder,culturalOrder,denaHoldings,wood,oil,food,technology,presidentWallet,presidentStakedCount',
    );
    expect(lines.length).toBe(50);
    for (const [n, row] of rows.entries()) {
      const { resources, name, presidentWallet, ...rest } = row;
      const cell = Object.fromEntries(head.map((column, i) => [column, lines[n]?.[i]]));
      const asText = Object.entries({ ...rest, ...resources }).map(([key, its]) => [
        key,
        String(its),
      ]);
      expect(cell).toMatchObject(Object.fromEntries(asText));
      expect(cell['presidentWallet']).toBe(presidentWallet ?? '');
      expect(cell['name']).toBe(/^[=+@\t\r-]/.test(name ?? '') ? `'${name}` : (name ?? ''));
    }
    const marked = await get('/api/leaderboard.csv?limit=5&bom=1');
    expect(Buffer.from(await marked.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from('\ufeff'));
    const written = (await textOf('/api/leaderboard.ndjson?limit=50')).trimEnd().split('\n');
    expect(written.map((line) => leaderboardEntrySchema.parse(JSON.parse(line)))).toEqual(rows);
  });

  test.each(['csv', 'ndjson'])('are of all rows, placed, tagged and named: %s', async (format) => {
    const answer = await get(`/api/leaderboard.${format}?limit=10000`);
    const text = await answer.text();
    expect(text.trimEnd().split('\n').length).toBeGreaterThanOrEqual(CROWD);
    const { headers } = answer;
    expect(headers.get('x-total-count')).toBe(String(CROWD));
    expect(headers.get('x-board-epoch')).toMatch(/./);
    expect(headers.get('x-board-rev')).toMatch(/^[0-9a-f]{16}$/);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="denaria-ranking.${format}"`,
    );
    expect(headers.get('content-type')).toMatch(
      /^(text\/csv|application\/x-ndjson); charset=utf-8/,
    );
    const tag = headers.get('etag') ?? '';
    const path = `/api/leaderboard.${format}?limit=10000`;
    const again = await get(path, { 'If-None-Match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
  });

  test('of a nation have its ranks among all, of a page the next rows, of a moment the rows then', async () => {
    const ranks = async (query: string) =>
      parseCsv(await textOf(`/api/leaderboard.csv?${query}`))
        .slice(1)
        .map(([rank]) => Number(rank));
    expect(await ranks('nationId=italy&limit=5')).toHaveLength(5);
    const { headers } = await get('/api/leaderboard.csv?nationId=italy&limit=5');
    expect(headers.get('x-total-count')).toBe(String(Math.floor(wallets.length / 2)));
    expect(await ranks('limit=3&offset=2000')).toEqual([2001, 2002, 2003]);
    const at = new Date(now - 4500).toISOString();
    const then = await ranks(`at=${at}&limit=1000`);
    expect(then).toEqual(HOSTILE_NAMES.map((_, n) => n + 1));
    const later = new Date(now - 1500).toISOString();
    expect(await ranks(`at=${later}`)).toHaveLength(1000);
    const all = await ranks(`at=${later}&limit=10000`);
    expect(all).toEqual(Array.from({ length: CROWD }, (_, n) => n + 1));
  });

  test('of a week have its entries', async () => {
    const path = `/api/seasons/${weekId(weekAt(now))}`;
    const detail = z.object({ entries: z.array(seasonEntrySchema) });
    const { entries } = detail.parse(JSON.parse(await textOf(path)));
    const [head = [], ...lines] = parseCsv(await textOf(`${path}.csv?limit=10000`));
    expect(head.join()).toBe('rank,walletAddress,name,nationId,gained,gdp');
    expect(entries).toHaveLength(HOSTILE_NAMES.length);
    expect(lines.map(([, wallet]) => wallet)).toEqual(
      entries.map(({ walletAddress }) => walletAddress),
    );
    const rowsOf = async (query: string) => {
      const rows = (await textOf(`${path}.ndjson${query}`)).trimEnd().split('\n');
      return rows.map((row) => seasonEntrySchema.parse(JSON.parse(row)));
    };
    expect(await rowsOf('')).toEqual(entries);
    const italys = entries.filter(({ nationId }) => nationId === 'italy');
    expect(await rowsOf('?nationId=italy')).toEqual(italys);
    const { headers } = await get(`${path}.csv?nationId=italy`);
    expect(headers.get('x-total-count')).toBe(String(italys.length));
  });

  test('refuse what the JSON calls refuse, as text', async () => {
    await refused('/api/leaderboard.csv?limit=10001', 400, /from 1 to 10000/);
    await refused('/api/seasons/2026-W99.csv', 400, /ISO 8601/);
    await refused('/api/seasons/1999-W01.ndjson', 404, /no race/);
  });
});

describe('feeds', () => {
  test.each([['/feeds/nation/usa.atom'], [`/feeds/player/${walletOf(0).toLowerCase()}.atom`]])(
    '%s is Atom: one id, title and moment for the feed and each entry',
    async (path) => {
      const feed = parseXml(await textOf(path));
      expect([feed.name, feed.attributes['xmlns']]).toEqual([
        'feed',
        'http://www.w3.org/2005/Atom',
      ]);
      const entries = feed.children.filter(({ name }) => name === 'entry');
      expect(entries.length).toBeGreaterThan(2);
      for (const one of [feed, ...entries]) {
        for (const name of ['id', 'title', 'updated']) {
          const [only, ...others] = one.children.filter((child) => child.name === name);
          expect([name, others.length, only?.text === '']).toEqual([name, 0, false]);
        }
        expect(textIn(one, 'updated')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(one.children.some(({ name }) => name === 'author')).toBe(true);
        const links = one.children.filter(({ name }) => name === 'link');
        for (const { attributes } of links) expect(attributes['href']).toMatch(`${server.url}/`);
      }
      const ids = entries.map((entry) => textIn(entry, 'id'));
      expect(new Set(ids).size).toBe(ids.length);
      const moments = entries.map((entry) => textIn(entry, 'updated'));
      expect(textIn(feed, 'updated')).toBe(moments.toSorted().at(-1));
      expect(entries.map((entry) => textIn(entry, 'title')).join('\n')).not.toMatch(
        /[\u202a-\u202e\r]/,
      );
    },
  );

  test('have 50 entries at most, the same ids in every feed and after a move, and names as they are', async () => {
    const china = parseXml(await textOf('/feeds/nation/china.atom'));
    expect(china.children.filter(({ name }) => name === 'entry')).toHaveLength(50);
    const [usa, player] = [
      parseXml(await textOf('/feeds/nation/usa.atom')),
      parseXml(await textOf(`/feeds/player/${walletOf(8)}.atom`)),
    ];
    const idsIn = (feed: typeof usa) =>
      feed.children.filter(({ name }) => name === 'entry').map((entry) => textIn(entry, 'id'));
    expect(idsIn(usa)).toEqual(expect.arrayContaining(idsIn(player)));
    // Of the wallet, its version and the moment, which a restored or moved game keeps.
    expect(idsIn(player)).toEqual(
      [3, 2, 1].map(
        (version) =>
          `${server.url}/player/${walletOf(8)}#${version}.${now - 6000 + 1000 * version}`,
      ),
    );
    expect(textIn(player, 'title')).toBe('"><img src=x onerror=alert(1)> · Denaria');
  });

  test('a nation that nobody joined has an empty feed', async () => {
    const feed = parseXml(await textOf('/feeds/nation/argentina.atom'));
    expect(textIn(feed, 'title')).toBe('Argentina · Denaria');
    expect(feed.children.some(({ name }) => name === 'entry')).toBe(false);
  });

  test('who doesn’t play has none', async () => {
    await refused('/feeds/nation/atlantis.atom', 400, /one of usa/);
    await refused(`/feeds/player/${walletOf(99_999)}.atom`, 404, /./);
    await refused('/feeds/player/0x12.atom', 400, /40 hexadecimal digits/);
    await refused(`/calendar/${walletOf(99_999)}.ics`, 404, /./);
  });
});

describe('a calendar', () => {
  test.each(HOSTILE_NAMES.map((name, n) => [n, JSON.stringify(name)] as const))(
    'of unlocks has one event for each stake, under ids that stay: %i %s',
    async (n) => {
      const path = `/calendar/${walletOf(n).toLowerCase()}.ics`;
      const text = await textOf(path);
      const { events } = parseCalendar(text);
      const copies = n % 2 ? 'The Colosseum' : 'The Liberty Bell';
      expect(events.map((event) => [event.get('SUMMARY'), event.get('UID')])).toEqual([
        [`Unlocked: 2 × ${copies} (Cultural NFT)`, 'cultural-2@127.0.0.1'],
        [`Unlocked: ${(1000 + n).toLocaleString('en-US')} DENA`, 'dena-1@127.0.0.1'],
      ]);
      expect(await textOf(path)).toBe(text);
      const { headers } = await get(path);
      expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
      const tag = headers.get('etag') ?? '';
      expect((await get(path, { 'If-None-Match': tag })).status).toBe(304);
    },
  );

  test('of a player without stakes says when the week ends', async () => {
    const { events } = parseCalendar(await textOf(`/calendar/${walletOf(CROWD - 1)}.ics`));
    const week = weekAt(now);
    const ends = new Date(weekBegins(week + 1)).toISOString().replaceAll(/-|:|\.\d+/g, '');
    expect(events.map((event) => [event.get('SUMMARY'), event.get('DTSTART')])).toEqual([
      [`${weekTitle(week)} ends`, ends],
    ]);
  });
});

describe('an embed', () => {
  test.each(['', '?nation=usa&theme=dark'])(
    'is one page below 60 kB that anyone may frame, without a cookie: %s',
    async (query) => {
      const answer = await get(`/embed/ranking${query}`);
      const html = await answer.text();
      expect(Buffer.byteLength(html)).toBeLessThan(20_000);
      expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors \*$/);
      expect(answer.headers.get('x-frame-options')).toBeNull();
      // For pages that are isolated from other origins.
      expect(answer.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(html.match(/<script/g)).toHaveLength(1);
      expect(html).not.toMatch(/<(?:img|link|iframe)|\ssrc="/);
      const links = [...html.matchAll(/<a [^>]*>/g)].map(([link]) => link);
      expect(links.length).toBeGreaterThan(10);
      for (const link of links)
        expect(link).toMatch(/href="\/[^"]*" target="_blank" rel="noopener"/);
      const tag = answer.headers.get('etag') ?? '';
      expect(html).toContain(`data-tag="${tag.slice(3, -1)}"`);
      expect((await get(`/embed/ranking${query}`, { 'If-None-Match': tag })).status).toBe(304);
      const players = [...html.matchAll(/"\/player\/(0x\w+)/g)].map(([, wallet]) => wallet);
      if (query.includes('usa')) {
        expect(new Set(players)).toEqual(new Set(wallets.filter((_, n) => n % 2 === 0)));
      } else expect(players).toHaveLength(10);
    },
  );

  test('nothing else can be framed', async () => {
    for (const path of [
      '/',
      '/ranking',
      '/embed',
      '/embed/other',
      '/api/leaderboard',
      '/feeds/nation/usa.atom',
      '/oembed?url=x',
    ]) {
      const { headers } = await get(path);
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY']);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });

  test('of a week, and of a nation in it, has those who gained most', async () => {
    const week = weekId(weekAt(now));
    const detail = z.object({ entries: z.array(seasonEntrySchema) });
    const { entries } = detail.parse(JSON.parse(await textOf(`/api/seasons/${week}`)));
    const shownIn = (html: string) =>
      [...html.matchAll(/data-wallet="(\w+)" data-rank="(\d+)" data-figure="(\d+)"/g)].map(
        ([, wallet, rank, gained]) => [wallet, Number(rank), Number(gained)],
      );
    const all = await textOf(`/embed/ranking?season=${week.toLowerCase()}`);
    const italys = await textOf(`/embed/ranking?season=${week}&nation=italy`);
    for (const [html, expected, page] of [
      [all, entries, `season=${week}`],
      [
        italys,
        entries.filter(({ nationId }) => nationId === 'italy'),
        `nation=italy&amp;season=${week}`,
      ],
    ] as const) {
      expect(shownIn(html)).toEqual(
        expected.slice(0, 10).map((entry) => [entry.walletAddress, entry.rank, entry.gained]),
      );
      expect(html).toContain(`<b>+$${expected[0]?.gained.toLocaleString('en-US')}</b>`);
      expect(html).toContain(`href="/ranking?${page}"`);
      expect(html).toContain(
        `Week ${Number(week.slice(-2))} of ${week.slice(0, 4)}</bdi></a></h1>`,
      );
    }
  });

  test.each([
    ['nation=atlantis&theme=pink', ''],
    ['season=1999-W01&nation=usa', 'nation=usa'],
    ['nation=%20Italy&theme=DARK', 'nation=italy&theme=dark'],
  ])('shows of %s what the ranking’s page shows of it', async (asked, same) => {
    expect(await textOf(`/embed/ranking?${asked}`)).toBe(await textOf(`/embed/ranking?${same}`));
  });

  test('is described by oEmbed, for the addresses that have one', async () => {
    const ask = (page: string, more = '') => get(`/oembed?url=${encodeURIComponent(page)}${more}`);
    for (const [page, source] of [
      ['/ranking', '/embed/ranking'],
      ['/ranking?nation=italy', '/embed/ranking?nation=italy'],
      ['/ranking?nation=%22%3E%3Cscript%3E', '/embed/ranking'],
      [
        '/ranking?season=2026-W48&nation=Italy&fbclid=IwAR',
        '/embed/ranking?nation=italy&amp;season=2026-W48',
      ],
    ]) {
      const answer = await ask(server.url + page, '&maxwidth=300&dnt=true');
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      const { html, width, height } = oembedCall.answers[200].parse(await answer.json());
      expect([width, height]).toEqual([300, 480]);
      expect(html).toBe(
        `<iframe src="${server.url}${source}" title="${html.split('"')[3]}" width="300" height="480" loading="lazy" style="border:0;max-width:100%"></iframe>`,
      );
    }
    expect((await ask(`${server.url}/ranking`, '&format=xml')).status).toBe(501);
    expect((await ask(`${server.url}/learn`)).status).toBe(404);
    expect((await ask('https://example.org/ranking')).status).toBe(404);
    expect((await get('/oembed?url=ranking')).status).toBe(400);
  });
});

test('names that others append to an address are ignored', async () => {
  const week = weekId(weekAt(now));
  for (const path of [
    `/api/seasons/${week}.csv?limit=2`,
    `/feeds/player/${walletOf(0)}.atom?`,
    '/embed/ranking?nation=usa',
  ]) {
    const more = 'utm_source=a.letter&utm_source=again&fbclid=IwAR&nocache=1&theme[]=dark';
    expect(await textOf(`${path}&${more}`)).toBe(await textOf(path));
  }
});

function textIn(element: ReturnType<typeof parseXml>, name: string): string {
  return element.children.find((child) => child.name === name)?.text ?? '';
}

test('a reader that knows only the date of a feed gets a name that was given, and not one that was hidden', async () => {
  const [given, hidden] = [walletOf(3), walletOf(5)];
  const pathOf = (wallet: Address) => `/feeds/player/${wallet}.atom`;
  const paths = [pathOf(given), pathOf(hidden), '/feeds/nation/italy.atom'];
  const dateOf = async (path: string) => (await get(path)).headers.get('last-modified') ?? '';
  for (const path of paths) await expect.poll(() => dateOf(path)).not.toBe('');
  const dates = await Promise.all(paths.map(dateOf));
  const statuses = () =>
    Promise.all(
      paths.map(async (path, n) => {
        const answer = await get(path, { 'If-Modified-Since': dates[n] ?? '' });
        return answer.status;
      }),
    );
  expect(await statuses()).toEqual([304, 304, 304]);
  const player = await store.player(given);
  const change = player && checkName(player, 'given.eth', { now: Date.now() });
  if (change) await store.commit(change, player.version, null);
  await expect.poll(statuses).toEqual([200, 304, 304]);
  const act = { kind: 'hide-name', wallet: hidden };
  store.act(JSON.stringify({ at: Date.now(), by: 'ada', why: 'a test', act }));
  await expect.poll(statuses).toEqual([200, 200, 200]);
});
