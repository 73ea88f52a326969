/**
 * `npm run build && npm start`: what the build contains and weighs, and what the built server
 * answers over HTTP, before any script runs. What a browser makes of it is in
 * e2e/production.spec.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { oembedCall } from '../../common/protocol/builders.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { DEVELOPMENT_GENESIS } from '../../server/chain/check-chain.ts';
import { Game } from '../rig/game.ts';
import type { GameServer } from '../rig/game-server.ts';
import { ensureBuilt } from './ensure-built.ts';
import {
  FIRST_ROUTE_BUDGET,
  firstRouteBytes,
  IDLE_BUDGETS,
  idleBytes,
  WEIGHED_PAGES,
} from './page-weight.ts';

const DIST = join(import.meta.dirname, '..', '..', 'dist');
const BUILD_MS = 300_000;
const NOBODY = `0x${'1'.repeat(40)}`;

beforeAll(ensureBuilt, BUILD_MS);

test('the built files contain nothing of development', () => {
  const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|map|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(50);
  const telltales = [
    'Demo Wallet',
    '/dev/rpc',
    '/dev/clock',
    '/dev/faucet',
    'test test test',
    'anvil',
    'rivals',
  ];
  const found = files.flatMap((file) => {
    const content = readFileSync(file, 'utf8');
    return telltales.filter((words) => content.includes(words)).map((words) => `${file}: ${words}`);
  });
  expect(found).toEqual([]);
});

test('the pages use nothing that the oldest browsers named in README.md lack', () => {
  const folder = join(DIST, 'client', 'assets');
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  // By what Chrome 109, Firefox 115 or Safari 16.4 lacks, unless libraries ask for it first.
  const newer =
    /\.(?:toSorted|toReversed|toSpliced|isWellFormed|isSubsetOf|symmetricDifference)\(|AbortSignal\.any|\b(?:Object|Map)\.groupBy|Promise\.(?:try|withResolvers)|Array\.fromAsync|Iterator\.from|RegExp\.escape|:has\(|:popover-open/g;
  const found = scripts.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(newer)].map(
      ([name]) => `${file}: ${name}`,
    ),
  );
  expect(found).toEqual([]);
});

test.each(WEIGHED_PAGES)('%s stays within its weight budgets', (path) => {
  const bytes = firstRouteBytes(DIST, path);
  // Less than the libraries' size would mean that the wrong thing was weighed.
  expect(bytes).toBeGreaterThan(80_000);
  expect(bytes).toBeLessThanOrEqual(FIRST_ROUTE_BUDGET);
  const idle = idleBytes(DIST, path);
  expect(idle).toBeGreaterThan(bytes + 50_000);
  expect(idle).toBeLessThanOrEqual(IDLE_BUDGETS[path]);
});

describe('the built server', () => {
  let game: Game;
  let server: GameServer;

  beforeAll(async () => {
    game = await Game.start();
    ({ server } = game);
  }, BUILD_MS);

  afterAll(async () => {
    expect(await server.end('SIGTERM')).toBe(0);
    await game.close();
  });

  const htmlOf = async (path: string, url = server.url) => (await fetch(url + path)).text();

  test('refuses the development chain, in words', async () => {
    const development = await Game.start({ servers: 0 });
    development.node.set({ genesisHash: DEVELOPMENT_GENESIS.hash });
    await expect(development.addServer()).rejects.toThrow(
      'ETH_RPC_URL leads to a development chain',
    );
    await development.close();
  });

  test('[SCR68] plays for trial on a development chain, and says so in all that is read without scripts', async () => {
    const rehearsal = await Game.start({ servers: 0, env: { REHEARSAL: '1' } });
    rehearsal.node.set({ genesisHash: DEVELOPMENT_GENESIS.hash });
    const { url } = await rehearsal.addServer();
    const words = 'Rehearsal: nothing here is on Mainnet.';
    for (const path of ['/', '/ranking', '/learn', '/nation/italy', `/player/${NOBODY}`]) {
      const html = await htmlOf(path, url);
      for (const tag of [
        'name="description"',
        'property="og:title"',
        'property="og:description"',
      ]) {
        const [, said = ''] = new RegExp(`${tag}\\s+content="([^"]*)"`).exec(html) ?? [];
        expect([path, tag, said.startsWith(`${words} `)]).toEqual([path, tag, true]);
      }
      expect(html).toMatch(new RegExp(`<noscript>\\s*<p>${words} `));
    }
    expect(await htmlOf('/embed/ranking', url)).toContain(words);
    const oembed = await fetch(`${url}/oembed?url=${encodeURIComponent(`${url}/ranking`)}`);
    expect(oembedCall.answers[200].parse(await oembed.json()).title).toBe(
      `${words} Denaria: Global Rankings`,
    );
    await rehearsal.close();
    for (const path of ['/', '/ranking', '/embed/ranking']) {
      expect(await htmlOf(path)).not.toContain('Rehearsal');
    }
  });

  test.each([
    ['/', 200, 'Denaria: economic warfare between nations', 'Expand your empire, stake by stake.'],
    ['/ranking', 200, 'Global Rankings · Denaria', 'Global Rankings'],
    ['/learn', 200, 'Learn How to Play · Denaria', 'Learn How to Play'],
    ['/nft', 200, 'Denaria NFT', 'Denaria NFT'],
    ['/dashboard', 200, 'Build · Denaria', null],
    ['/territory', 200, 'Territory · Denaria', 'Territory'],
    ['/nation/italy', 200, 'Italy · Denaria', 'Italy'],
    ['/Nation/USA/', 200, 'United States · Denaria', 'United States'],
    ['/nation/atlantis', 404, 'Nation Not Found · Denaria', 'Which nation?'],
    [`/player/${NOBODY}`, 200, 'Player · Denaria', ''],
    ['/player/0x12', 404, 'Player · Denaria', ''],
    ['/season', 200, 'Champions · Denaria', ''],
    ['/Season/2026-w48/', 200, 'Champions · Denaria', ''],
    ['/season/2026-W99', 404, 'Champions · Denaria', ''],
    ['/nowhere', 404, 'Page Not Found · Denaria', 'Page Not Found'],
  ])(
    '[SCR1–3, SCR5] answers %s with %d and the page as it is before any script',
    async (path, status, title, heading) => {
      const answer = await fetch(server.url + path);
      expect(answer.status).toBe(status);
      const html = await answer.text();
      expect(html).toContain(`<title>${title}</title>`);
      expect(headingsOf(html, 1)).toEqual(heading === null ? [] : [heading]);
      expect(html).toMatch(/<a [^>]*href="\/ranking"[^>]*>Ranking<\/a>/);
      // Its CSS is inside, with rules for its header.
      const [, headerClass = ''] = /<header class="[^" ]+ ([^" ]+)"/.exec(html) ?? [];
      const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, rules]) => rules);
      expect(styles.join('')).toContain(`.${headerClass}{`);
    },
  );

  test('[AIM1, SCR10–13] Home has its hero, four NFTs, their benefits and how it works', async () => {
    const html = await htmlOf('/');
    const third = headingsOf(html, 3);
    expect(third.slice(0, 4)).toEqual(['United States', 'Italy', 'Argentina', 'China']);
    expect(third.slice(-4)).toEqual([
      'Economic Warfare',
      'DENA Token Economy',
      'Global Competition',
      'Nation Building',
    ]);
    const text = textOf(html);
    for (const benefit of ['+100-600 km²', '+0.10-0.60x', '7-day staking lock']) {
      expect(text).toContain(benefit);
    }
    // Shown also without scripts, which hold the lazy ones back until the first paint.
    const pictures = [...html.matchAll(/<img [^>]*src="(\/assets\/national-[^"]+)"/g)];
    expect(pictures).toHaveLength(4);
    for (const [, src = ''] of pictures) expect((await fetch(server.url + src)).status).toBe(200);
  });

  test('[SCR48] Learn has four steps, three ways to stake, four prizes, four pro tips and its way back', async () => {
    const html = await htmlOf('/learn');
    const third = headingsOf(html, 3);
    expect(third).toHaveLength(4 + 3 + 4 + 4);
    expect(third.slice(4, 7)).toEqual(['National NFTs', 'Cultural NFTs', 'DENA coins']);
    expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Start Playing Now<\/a>/);
  });

  test('[AIM6, AIM7, SCR4, SCR49] the NFT page has both collections, their benefits, and the guide with its links', async () => {
    const html = await htmlOf('/nft');
    const text = textOf(html);
    for (const words of ['+100-600 km²', '+0.10-0.60x', 'Staking lock 7 days', 'no duplicates']) {
      expect(text).toContain(words);
    }
    for (const words of ['become President', '500-2000 GDP']) expect(text).toContain(words);
    expect(html).toMatch(/<a [^>]*href="\/dashboard"[^>]*>Go to Dashboard<\/a>/);
    expect(html).toMatch(/<a [^>]*href="\/territory"[^>]*>View Your Territory<\/a>/);
  });

  test('a link to a nation shows its own card; one to a player, or to a circle [SCR75], the game’s', async () => {
    const tagsOf = async (path: string) => {
      const tags = (await htmlOf(path)).matchAll(
        /<meta\s+(?:name|property)="([^"]+)"\s+content="([^"]*)"/g,
      );
      return new Map([...tags].map(([, tag = '', content = '']) => [tag, content]));
    };
    for (const id of NATION_IDS) {
      const tags = await tagsOf(`/nation/${id}`);
      const card = tags.get('og:image') ?? '';
      expect(card).toBe(`${server.url}/share-card-${id}.png`);
      const answer = await fetch(card);
      expect(answer.headers.get('content-type')).toBe('image/png');
      const picture = Buffer.from(await answer.arrayBuffer());
      // PNG: the first chunk contains width and height.
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
      expect(tags.get('og:title')).toMatch(/ in Denaria$/);
      expect(tags.get('description')).toMatch(/stands against the other nations/);
    }
    const player = await tagsOf(`/player/${NOBODY}`);
    expect(player.get('og:title')).toBe('Player · Denaria');
    expect(player.get('og:image')).toBe(`${server.url}/share-card.png`);
    const circle = await tagsOf(`/ranking?with=${NOBODY},0x1`);
    expect(circle.get('og:title')).toBe('Circle of 1 player · Denaria');
    expect(circle.get('description')).toBe('None of them plays yet.');
  });

  test('the ranking says where it can be embedded from, and the manifest’s icons are as large as it says', async () => {
    const html = await htmlOf('/ranking?season=2026-W48&nation=Italy&utm_source=a');
    const [, href = ''] =
      /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(html) ?? [];
    const embed = oembedCall.answers[200].parse(await (await fetch(href)).json());
    expect(embed.html).toContain(
      `src="${server.url}/embed/ranking?nation=italy&amp;season=2026-W48"`,
    );
    const manifest = z.object({
      icons: z.array(
        z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() }),
      ),
    });
    const { icons } = manifest.parse(
      await (await fetch(`${server.url}/manifest.webmanifest`)).json(),
    );
    const touch = {
      src: '/apple-touch-icon.png',
      sizes: '180x180',
      type: 'image/png',
      purpose: 'any',
    };
    expect(html).toContain(`<link rel="apple-touch-icon" href="${touch.src}"`);
    expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
    for (const { src, sizes, type: asSaid } of [...icons, touch]) {
      const answer = await fetch(server.url + src);
      expect([src, answer.headers.get('content-type')]).toEqual([src, asSaid]);
      if (asSaid !== 'image/png') continue;
      const picture = Buffer.from(await answer.arrayBuffer());
      expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(sizes);
    }
  });

  test('compresses its assets and has them cached for good', async () => {
    const [script = ''] = /\/assets\/index-[^"]+\.js/.exec(await htmlOf('/')) ?? [];
    const plate = readdirSync(join(DIST, 'client', 'assets')).find((file) =>
      /^cultural-italy-[\w-]{8}\.svg$/.test(file),
    );
    for (const [path, coding, type] of [
      [script, 'br', 'text/javascript; charset=utf-8'],
      [`/assets/${plate}`, 'gzip', 'image/svg+xml'],
    ] as const) {
      const { headers } = await fetch(server.url + path, {
        headers: { 'Accept-Encoding': coding },
      });
      expect(headers.get('content-encoding')).toBe(coding);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('cache-control')).toContain('immutable');
    }
  });
});

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

function headingsOf(html: string, level: number): string[] {
  const found = html.matchAll(new RegExp(`<h${level}[^>]*>(.*?)</h${level}>`, 'gs'));
  return [...found].map(([, inside = '']) => textOf(inside).trim());
}
