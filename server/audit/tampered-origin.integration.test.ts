/**
 * Ways to tamper with a game that an auditor finds from outside, and honest games that it agrees
 * with.
 */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { canonical, leafOf, type Leaf } from '../../common/ledger/leaf.ts';
import { toBase64 } from '../../common/ledger/note.ts';
import { EMPTY_ROOT } from '../../common/ledger/tree.ts';
import { configCall } from '../../common/protocol/config.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { ORDER_BASE } from '../../common/values/order.ts';
import { WEEK_MS, weekOf } from '../../common/values/week.ts';
import { sleep } from '../lib/machine.ts';
import { serveNode } from '../../tools/rig/serve-node.ts';
import { ChainSim } from '../chain/testing/chain-sim.ts';
import { FakeChain } from '../chain/testing/fake-chain.ts';
import { FakeNode } from '../chain/testing/fake-node.ts';
import { closeWeeks } from '../past/testing/close-weeks.ts';
import { Harness, TEST_KEY, type TestPlayer } from '../test/support/harness.ts';
import { startLoad } from '../test/support/load.ts';
import { serverTest } from '../test/support/server-test.ts';
import { inDataDir } from '../store/testing/data-dir.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { continueLog } from '../ledger/continue-log.ts';
import { rulesSetBy, type RulesAct } from '../store/kept/era.ts';
import type { Store } from '../store/store.ts';
import { auditOrigin, type OriginAudit, type OriginFindings } from './ledger/audit-origin.ts';
import { Difference, Unfinished } from './ledger/difference.ts';
import { LogReplay } from './ledger/log-replay.ts';
import { notesIn } from './ledger/seen-checkpoints.ts';
import { TamperingOrigin, type Tamper } from './testing/tampering-origin.ts';
import { commitMerged } from './testing/merged-game.ts';
import { leavesOf, noteOf } from './testing/public-leaves.ts';
import { signedLog } from './testing/signed-log.ts';
import { simulatedPlayers } from './testing/simulated.ts';

/** Enough for a bundle of leaves that is full. */
const PLAYERS = 70;
/** How long a game that was tampered with is asked again. */
const PATIENCE_MS = 1500;
const DAY_MS = 24 * 60 * 60 * 1000;

let store: Store;
let server: Harness;
let origin: TamperingOrigin;
/** Joined and staked while the server ran. */
let alice: TestPlayer;
let leaves: readonly Leaf[];

beforeAll(async () => {
  store = openMemoryStore();
  const chain = new FakeChain();
  await commitMerged(store, chain.sim, simulatedPlayers(PLAYERS));
  await closeWeeks(store, Date.now());
  server = await Harness.start({ store, chain });
  alice = await server.player(dena(5000));
  await alice.post('/api/player-nation', { nationId: 'italy' });
  await alice.post('/api/dena/stake', { amount: '1200' });
  await alice.post('/api/dena/stake', { amount: '300' });
  await alice.post('/api/trade', { resourceType: 'wood', quantity: 50 });
  await server.quiet();
  leaves = await leavesOf(server);
  origin = await TamperingOrigin.before(server);
});

afterAll(async () => {
  await origin.close();
  await server.close();
  await store.close();
});

async function audited(asked: Partial<OriginAudit> = {}): Promise<OriginFindings> {
  let found: OriginFindings | null = null;
  await inDataDir(async (keep) => {
    found = await auditOrigin({ from: origin.url, rpc: null, seen: [], keep, ...asked });
  });
  if (!found) throw new Error('the audit found nothing');
  return found;
}

/** The sentence with which the audit ends. */
async function foundBy(asked: Partial<OriginAudit>): Promise<string> {
  const request = { patienceMs: PATIENCE_MS, ...asked };
  const error: unknown = await audited(request).catch((reason: unknown) => reason);
  if (error instanceof Difference) return error.message;
  throw error instanceof Error ? error : new Error('the audit agrees');
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Changes the first match in the bodies of a path. */
const inBody =
  (path: string, what: RegExp, instead: string): Tamper =>
  (asked, body) =>
    asked.startsWith(path)
      ? // Bundles are not text: nothing but the match may change.
        Buffer.from(Buffer.from(body).toString('latin1').replace(what, instead), 'latin1')
      : undefined;

/** Another log in place of the game's own, signed with its key, or with another one. */
async function relogged(
  entries: readonly (Leaf | Uint8Array)[],
  options: Parameters<typeof signedLog>[1] = {},
): Promise<Tamper> {
  const log = await signedLog(entries, options);
  return (path) => {
    if (path.startsWith('/ledger/index/')) return JSON.stringify({ n: entries.length - 1 });
    return path.startsWith('/ledger/') ? log.file(path) : undefined;
  };
}

const numbered = (all: readonly Leaf[]): Leaf[] => all.map((leaf, n) => ({ ...leaf, n }));

/** The log with another leaf in place of the first that `find` accepts. */
function edited<Kind extends Leaf['kind']>(
  kind: Kind,
  edit: (leaf: Extract<Leaf, { kind: Kind }>) => Leaf,
  find: (leaf: Extract<Leaf, { kind: Kind }>, n: number) => boolean = () => true,
): Leaf[] {
  const isOfKind = (leaf: Leaf): leaf is Extract<Leaf, { kind: Kind }> => leaf.kind === kind;
  let isDone = false;
  const all = leaves.map((leaf, n) => {
    if (isDone || !isOfKind(leaf) || !find(leaf, n)) return leaf;
    isDone = true;
    return edit(leaf);
  });
  if (!isDone) throw new Error(`the game has no such ${kind}`);
  return all;
}

const parsed = (leaf: object) => leafOf(Buffer.from(canonical(leaf)));

/** One leaf more, of Alice. */
function further(fields: object): Leaf[] {
  const last = leaves.at(-1);
  const common = { v: 1, n: leaves.length, at: (last?.at ?? 0) + 1000, wallet: alice.wallet };
  return [...leaves, parsed({ ...common, version: 5, ...fields })];
}

/** The log as one that goes on after another, which had five commits more. */
function continued(fields: object): Promise<Tamper> {
  const first = {
    v: 1,
    n: 0,
    at: leaves[0]?.at ?? 0,
    kind: 'continued',
    origin: 'localhost/denaria',
    size: leaves.length + 5,
    root: toBase64(EMPTY_ROOT),
    kept: leaves.length,
    missing: 5,
    why: 'The disk was lost.',
    ...fields,
  };
  const all = numbered([parsed(first), ...leaves]);
  return relogged(all, { origin: 'localhost/denaria/2' });
}

const HOLDINGS = { block: 1_000_000, dena: dena(5000).toString(), national: 0, museum: 0 };
const STAKED = { kind: 'dena-staked', holdings: HOLDINGS, order: Number.MAX_SAFE_INTEGER };

/** A week in which nobody raced. */
const NO_RACE = {
  id: '2001-W01',
  from: '2001-01-01T00:00:00.000Z',
  to: '2001-01-08T00:00:00.000Z',
  state: 'final',
  players: 0,
  nations: NATION_IDS.map((nationId) => ({ nationId, gained: 0 })),
  champion: null,
};

/** A replay of leaves, without what is served. */
function replayed(some: readonly Leaf[]): LogReplay {
  const ending = some.find(({ kind }) => kind === 'week-ended');
  const firstEnded = ending && 'week' in ending ? weekOf(ending.week) : null;
  const game = new LogReplay({ weeks: new Map(), known: 0, now: Infinity, firstEnded });
  for (const leaf of some) game.take(leaf);
  return game;
}

/** What the rules forbid, and in which words. */
const FORBIDDEN: readonly (readonly [what: string, says: RegExp, log: () => Leaf[]])[] = [
  [
    'a stake of more than is held',
    /Only 3000 DENA are available\./,
    () => further({ ...STAKED, amount: dena(3001).toString() }),
  ],
  [
    'an unstake before its lock’s end',
    /This stake is locked until 20/,
    () => further({ kind: 'dena-unstaked', ended: [2], order: Number.MAX_SAFE_INTEGER }),
  ],
  [
    'the end of a stake that never began',
    /It ends the stake of its player’s commit 4, which began none or has been ended before\./,
    () => further({ kind: 'dena-unstaked', ended: [4], order: Number.MAX_SAFE_INTEGER }),
  ],
  [
    'a trait out of its bounds',
    /It gives a copy 601 km²; the rules allow 100 to 600/,
    () => edited('national-staked', (leaf) => ({ ...leaf, territory: 601 })),
  ],
  [
    'order numbers that fall',
    /Its order number \d+ does not rise: its player’s last one is \d+/,
    () =>
      edited(
        'dena-staked',
        (leaf) => ({ ...leaf, order: ORDER_BASE + 1 }),
        ({ wallet, version }) => wallet === alice.wallet && version === 3,
      ),
  ],
  [
    'a moment out of line',
    /It is dated \d+ s before leaf \d+, which the log has before it; 10 s are possible/,
    () =>
      edited(
        'traded',
        (leaf) => ({ ...leaf, at: leaf.at - 3_600_000 }),
        (_, n) => n > 100,
      ),
  ],
];

/** Changes of a served body: its path, what is changed, and into what. */
const SERVED: readonly (readonly [what: string, says: RegExp, ...Parameters<typeof inBody>])[] = [
  [
    'a week’s list',
    /^The week \d{4}-W\d\d is not what it was when it ended: entries\[0\]\.gdp is 1, the/,
    '/api/seasons/',
    /("state":"final".*"entries":\[\{[^}]*"gdp":)\d+/,
    '$11',
  ],
  [
    'a final week that is shown as closing',
    /^The week .* is not final in \/api\/seasons, and it had ended by leaf \d+/,
    '/api/seasons',
    /("id":"2026-W01","from":"[^"]*","to":"[^"]*","state":)"final"/,
    '$1"closing"',
  ],
  [
    'a signature',
    /^The checkpoint is not signed by the key that the server names\. The signature of /,
    '/ledger/checkpoint',
    /^(.*\n)\d+/,
    '$19',
  ],
  [
    'a leaf that is not the tree’s',
    /^Leaf 0 is not what it was: the tree has another hash at its place/,
    '/ledger/tile/entries/000',
    /"nation":"\w/,
    '"nation":"x',
  ],
];

/** Answers in which another number stands for a figure. */
const FIGURES = [
  ['rank', '/api/leaderboard?limit=1000&offset=0'],
  ['gdp', '/api/nations/standings'],
  ['wood', '/api/works'],
  ['gdp', '/api/players/'],
  ['gained', '/api/seasons?limit=200'],
] as const;

/** Other headers of the number of rows. */
const COUNTS = [
  [
    'a ranking that says that it ends',
    /^\/api\/leaderboard.* differs .*: X-Total-Count is 1, the ledger comes to 71/,
    '/api/leaderboard',
    '1',
  ],
  [
    'a week’s race that says that it ends',
    /^\/api\/seasons\/.* differs .*: X-Total-Count is 99, the ledger comes to \d/,
    '/api/seasons/',
    '99',
  ],
] as const;

/** Of a game whose leaves 1 and 3 change the rules, and which announces a third change. */
const RULES_SHOWN: readonly (readonly [says: RegExp, ...Parameters<typeof inBody>])[] = [
  [
    /^\/api\/rules differs from the log after leaf 5: \[1\]\.rules\.tradePrices\.wood is 21, the ledger comes to 20\.$/,
    '/api/rules',
    /"wood":20,/,
    '"wood":21,',
  ],
  [/: \[2\]\.since is 2001-01-01T00:00:00\.000Z/, '/api/rules', /(.*"since":")[^"]*(.*"since")/, '$12001-01-01T00:00:00.000Z$2'], // prettier-ignore
  [/: \[1\]\.since is 2\S*Z, the ledger comes to 2\S*Z\.$/, '/api/rules', /,\{"since":"[^{]*"n":1,.*(,\{.*"n":3)/, '$1'], // prettier-ignore
  [/: it is 4 entries, the ledger comes to 3/, '/api/rules', /"isAnnounced":true/, '"isAnnounced":false'], // prettier-ignore
  [/^\/api\/rules announces rules that can’t follow\. A lock is a min/, '/api/rules', /(.*)"lockMs":\d+/, '$1"lockMs":5'], // prettier-ignore
  [/^\/api\/config differs .*: rules\.lockMs is 7,/, '/api/config', /(.*)"lockMs":\d+/, '$1"lockMs":7'], // prettier-ignore
  [/^\/api\/config differs .*: rulesHash is 0000/, '/api/config', /"rulesHash":"\w{4}/, '"rulesHash":"0000'], // prettier-ignore
  [/^\/api\/player-nation\/0x.* differs .*: resources\.perHour\.wood is 7\.5, the ledger comes to 75/, '/api/player-nation/', /"perHour":\{"wood":75,/, '"perHour":{"wood":7.5,'], // prettier-ignore
];

interface Attack {
  readonly what: string;
  readonly says: RegExp;
  readonly tamper?: () => Promise<Tamper> | Tamper;
  readonly asked?: () => Promise<Partial<OriginAudit>> | Partial<OriginAudit>;
}

const ATTACKS: readonly Attack[] = [
  {
    what: 'an event left out',
    says: /^Leaf \d+ \(.* breaks the rules\. It says that it is commit 4 of its player, whose next one is 3/,
    tamper: () => {
      const third = leaves.findIndex((leaf) => 'version' in leaf && leaf.version === 3);
      return relogged(numbered(leaves.filter((_, n) => n !== third)));
    },
  },
  {
    what: 'a stake’s amount',
    says: /^\/api\/leaderboard\?limit=1000&offset=0 differs from the log after leaf \d+: \[\d+\]\.\w+ is /,
    tamper: () =>
      relogged(
        edited(
          'dena-staked',
          (leaf) => ({ ...leaf, amount: dena(1190).toString() }),
          ({ wallet }) => wallet === alice.wallet,
        ),
      ),
  },
  {
    what: 'a moment that is still to come',
    says: /^Leaf \d+ is dated 2\d{3}-.*, which by this machine’s clock is still to come/,
    tamper: () => relogged(further({ kind: 'name-checked', at: Date.now() + 3_600_000 })),
    asked: () => ({ now: Date.now() }),
  },
  {
    what: 'another name of the log',
    says: /^The ledger at http:\/\/0\.0\.0\.0:\d+ is of 0\.0\.0\.0:\d+\/denaria\/new, not of /,
    tamper: () => relogged(leaves, { origin: `0.0.0.0:${new URL(origin.url).port}/denaria/new` }),
    // Not a loopback address, as a game on the auditor's own machine may have any name.
    asked: () => ({ from: origin.url.replace('127.0.0.1', '0.0.0.0') }),
  },
  {
    what: 'a log that goes back to the one that it continued',
    says: /is of localhost\/denaria\/2, and localhost\/denaria, which came before, is served now/,
    asked: async () => {
      const { note } = await signedLog(leaves.slice(0, 9), { origin: 'localhost/denaria/2' });
      return { seen: notesIn(note, 'seen.txt') };
    },
  },
  {
    what: 'a continued log that denies what is missing',
    says: /^The log localhost\/denaria\/2 says that it has \d+ commits of the \d+ leaves of localhost\/denaria and misses 0: /,
    tamper: () => continued({ missing: 0 }),
  },
  {
    what: 'a week left out',
    says: /^The week 2026-W01 is missing from \/api\/seasons/,
    tamper: () => (path, body) => {
      if (!path.startsWith('/api/seasons?')) return undefined;
      const list = z.array(z.looseObject({ id: z.string() })).parse(JSON.parse(text(body)));
      return JSON.stringify(list.filter(({ id }) => id !== '2026-W01'));
    },
  },
  {
    what: 'the running week left out',
    says: /^\/api\/seasons\?limit=200 differs from the log after leaf \d+: \[0\]\.id is \S+, the ledger comes to \d{4}-W\d{2}\.$/,
    tamper: () => (path, body) => {
      if (!path.startsWith('/api/seasons?')) return undefined;
      const list = z.array(z.looseObject({ state: z.string() })).parse(JSON.parse(text(body)));
      return JSON.stringify(list.filter(({ state }) => state !== 'running'));
    },
  },
  {
    what: 'a week from before the game',
    says: /^\/api\/seasons has the week 2001-W01, and the first commit is of the week /,
    tamper: () => (path, body) => {
      if (path.startsWith('/api/seasons?')) {
        return JSON.stringify([...z.array(z.unknown()).parse(JSON.parse(text(body))), NO_RACE]);
      }
      if (!path.startsWith('/api/seasons/2001-W01')) return undefined;
      const rest = { entries: [], own: null, chase: null, best: [], presidents: [] };
      return JSON.stringify({ season: NO_RACE, ...rest });
    },
  },
  {
    what: 'a running week that is shown as final',
    says: /^The week .* is final in \/api\/seasons, and no leaf has ended it\./,
    tamper: () => inBody('/api/seasons', /"state":"running"/, '"state":"final"'),
    asked: () => ({ now: Date.now() }),
  },
  {
    what: 'a balance',
    says: /^0x\w+ has staked or spent \d.* more than it holds, by 127\.0\.0\.1:\d+/,
    asked: async () => {
      const poor = new ChainSim({ startS: Math.floor(Date.now() / 1000) });
      poor.mine();
      return { rpc: (await node(new FakeNode(poor))).url };
    },
  },
  {
    what: 'a split view',
    says: /^The log was rewritten, or shows different pasts: the checkpoint 1 of seen\.txt, signed by its key/,
    asked: async () => {
      const { note } = await signedLog(edited('traded', (leaf) => ({ ...leaf, at: leaf.at + 1 })));
      return { seen: notesIn(note, 'seen.txt') };
    },
  },
  {
    what: 'a backup that was rolled back',
    says: /^The log was rolled back: the checkpoint 2 of seen\.txt has \d+ leaves, and the log has \d+ now/,
    tamper: () => relogged(leaves.slice(0, -3)),
    asked: async () => {
      const [early, late] = await Promise.all([signedLog(leaves.slice(0, 9)), noteOf(server)]);
      return { seen: notesIn(`${early.note}\n${late}`, 'seen.txt') };
    },
  },
  {
    what: 'another key',
    says: /^The log’s key changed, or somebody forged the checkpoint 1 of seen\.txt/,
    tamper: () => relogged(leaves, { seed: new Uint8Array(32).fill(9) }),
    asked: async () => ({ seen: notesIn(await noteOf(server), 'seen.txt') }),
  },
  {
    what: 'a second writer',
    says: /^The checkpoint of \d+ leaves is not of these leaves: their tree has another root/,
    tamper: async () => {
      const other = await relogged(edited('traded', (leaf) => ({ ...leaf, at: leaf.at + 1 })));
      let isOther = false;
      return (path, body) => {
        if (path.startsWith('/api/seasons')) isOther = true;
        return isOther && path === '/ledger/checkpoint' ? other(path, body) : undefined;
      };
    },
  },
];

type RulesChange = [number: number, set: RulesAct['set'], afterMs?: number];

async function rulesChanged({ clock, store: of }: Harness, ...[number, set, afterMs]: RulesChange) {
  const now = clock.now();
  const from = afterMs === undefined ? null : now + afterMs;
  await of.changeEra(rulesSetBy({ number, set, from }, now));
}

const nodes: { close: () => Promise<void> }[] = [];
async function node(fake: FakeNode) {
  const served = await serveNode(fake);
  nodes.push(served);
  return served;
}
afterAll(async () => {
  for (const one of nodes) await one.close();
});

describe('an audit from outside', () => {
  test('agrees with an honest game, and asks for no leaves twice', async () => {
    origin.tamper = () => undefined;
    const rpc = (await node(new FakeNode(server.chain.sim))).url;
    const earlier = await signedLog(leaves.slice(0, 100));
    const seen = notesIn(`${earlier.note}\n${await noteOf(server)}`, 'seen.txt');
    await inDataDir(async (keep) => {
      for (const times of [1, 2]) {
        const found = await audited({ rpc, seen, keep });
        expect(found).toMatchObject({
          players: PLAYERS + 1,
          checkpoint: { size: leaves.length },
          seen: 2,
          notCompared: [],
          continued: null,
        });
        expect(found.weeks).toBeGreaterThan(5);
        expect(found.backed?.players).toBeGreaterThan(5);
        expect(origin.asked.get('/ledger/tile/0/000')).toBe(times);
      }
      expect(origin.asked.get('/ledger/tile/entries/000')).toBe(1);
    });
  });

  test.each(FORBIDDEN)('finds %s, which the rules forbid', (_, says, log) => {
    const words = new RegExp(String.raw`^Leaf \d+ \(.*\) breaks the rules\. ${says.source}`);
    expect(() => replayed(log())).toThrow(words);
  });

  test.each(SERVED)('finds %s', async (_, says, ...change) => {
    origin.tamper = inBody(...change);
    expect(await foundBy({})).toMatch(says);
  });

  test.each(FIGURES)('finds another %s in %s', async (field, path) => {
    origin.tamper = inBody(path, new RegExp(`"${field}":\\d+`), `"${field}":99999999`);
    const found = await foundBy({});
    expect(found.slice(0, path.length)).toBe(path);
    expect(found).toContain(`${field} is 99999999, the ledger comes to `);
  });

  test.each(COUNTS)('finds %s', async (_, says, path, count) => {
    origin.tamper = () => undefined;
    origin.rows = (asked) => (asked.startsWith(path) ? count : undefined);
    expect(await foundBy({})).toMatch(says);
    origin.rows = () => undefined;
  });

  test.for(ATTACKS)('finds $what', async ({ says, tamper, asked }) => {
    origin.tamper = (await tamper?.()) ?? (() => undefined);
    expect(await foundBy((await asked?.()) ?? {})).toMatch(says);
  });

  test('can’t tell what a leaf of a later version did, and accuses nobody', async () => {
    const bytes = Buffer.from(
      canonical({ v: 1, n: 100, at: 1, kind: 'from-tomorrow', what: 'it' }),
    );
    const log = await relogged([
      ...leaves.slice(0, 100),
      bytes,
      ...leaves.slice(100).map((leaf) => ({ ...leaf, n: leaf.n + 1 })),
    ]);
    origin.tamper = log;
    const error: unknown = await audited().catch((reason: unknown) => reason);
    if (!(error instanceof Unfinished)) throw error;
    expect(error.message).toMatch(/^Leaf 100 is of the kind from-tomorrow, which this auditor/);
    // What is before it is checked nevertheless.
    const early = edited('nation-chosen', (leaf) => ({ ...leaf, version: 2 })).slice(0, 100);
    origin.tamper = await relogged([...early, bytes, ...leaves.slice(100).map((leaf) => ({ ...leaf, n: leaf.n + 1 }))]); // prettier-ignore
    expect(await foundBy({})).toContain('It says that it is commit 2 of its player');
  });

  test('finds a key that is not what it was at an earlier audit', async () => {
    await inDataDir(async (keep) => {
      origin.tamper = () => undefined;
      await audited({ keep });
      origin.tamper = await relogged(leaves, { seed: new Uint8Array(32).fill(9) });
      expect(await foundBy({ keep })).toMatch(
        /^The key of localhost\/denaria was .* at an earlier/,
      );
    });
  });

  test('compares every log of an address with the checkpoint of an earlier audit, whatever its name', async () => {
    await inDataDir(async (keep) => {
      origin.tamper = () => undefined;
      // One may go on where another one is: both keep the same files.
      await Promise.all([audited({ keep }), audited({ keep })]);
      origin.tamper = await relogged(leaves.slice(0, -3), { origin: 'localhost/other' });
      await expect(audited({ keep })).rejects.toThrow(
        'the checkpoint of an earlier audit is of localhost/denaria, and the log of localhost/other',
      );
    });
  });

  test('does not accuse a game of what happened to its own folder', async () => {
    await inDataDir(async (keep) => {
      origin.tamper = async (path) => {
        if (path !== '/api/works') return undefined;
        const names = await readdir(keep, { recursive: true });
        const bundle = names.find((name) => name.endsWith('entries-0')) ?? 'none';
        await writeFile(join(keep, bundle), new Uint8Array());
        return undefined;
      };
      await expect(audited({ keep })).rejects.toThrow(Unfinished);
    });
  });

  test('takes a token’s other traits and a clock that was set back for claims', () => {
    const token = new Set<string>();
    const other = edited(
      'national-staked',
      (leaf) => ({ ...leaf, territory: 100, production: 10 }),
      (leaf) => token.has(leaf.token) || !token.add(leaf.token),
    );
    const n = other.findIndex((leaf, i) => leaf !== leaves[i]);
    expect(replayed(other.slice(0, n + 1)).claims).toEqual([
      expect.stringMatching(
        /^Leaf \d+ gives a copy of the token \d 100 km² and 10 hundredths of production, leaf \d+ gave it /,
      ),
    ]);
    const late = leaves.findIndex(({ kind }, i) => kind === 'traded' && i > 100);
    const [before, back] = [leaves[late - 1], leaves[late]];
    if (!before || !back) throw new Error('the game has no such trade');
    const setBack = { ...back, at: before.at - 60_000 };
    expect(replayed([...leaves.slice(0, late), setBack]).claims).toEqual([
      expect.stringMatching(/^Leaf \d+ is dated \d+ s before leaf \d+, .*clock was set back/),
    ]);
  });

  serverTest('agrees after a week that ended while nobody played', async ({ server: away }) => {
    const museum = (await away.ask('/api/config')).json(configCall.answers[200]).contracts
      .culturalNft;
    const players = [await away.player(dena(5000)), await away.player(dena(5000))];
    for (const { wallet } of players) away.chain.give(wallet, { cultural: { italy: 3 } });
    for (const player of players) await player.post('/api/player-nation', { nationId: 'italy' });
    const stake = async (player: TestPlayer | undefined, quantity: number) => {
      const token = { contractAddress: museum, tokenId: '2', nftType: 'museum', quantity };
      expect((await player?.post('/api/nft/stake', token))?.status).toBe(201);
    };
    await stake(players[0], 1);
    await away.clock.advance(WEEK_MS + DAY_MS);
    // Its president is another one by the time that the week is closed.
    await stake(players[1], 2);
    await closeWeeks(away.store, away.clock.now());
    await expect
      .poll(async () => (await away.ask('/api/seasons?limit=2')).text)
      .toContain('"final"');
    await leavesOf(away);
    expect((await audited({ from: away.url })).weeks).toBeGreaterThan(0);
  });

  serverTest(
    'agrees with a game whose rules change, and finds others than the log has',
    async ({ server: changing }) => {
      const players = [await changing.player(dena(5000)), await changing.player(dena(5000))];
      const changeRules = (...change: RulesChange) => rulesChanged(changing, ...change);
      const act = async (player: TestPlayer | undefined, path: string, body: object) =>
        expect((await player?.post(path, body))?.status).toBeLessThan(300);
      await act(players[0], '/api/player-nation', { nationId: 'italy' });
      await changeRules(1, { 'tradePrices.wood': 20, 'accrualPerHour.wood': 60 });
      await act(players[0], '/api/trade', { resourceType: 'wood', quantity: 10 });
      await changeRules(2, { lockMs: DAY_MS, 'startingGdp.italy': 7000 });
      await act(players[1], '/api/player-nation', { nationId: 'italy' });
      await act(players[1], '/api/dena/stake', { amount: '20' });
      await changeRules(3, { 'accrualPerHour.wood': 90 }, DAY_MS);
      const kinds = (await leavesOf(changing)).map(({ kind }) => kind);
      expect(kinds).toEqual(['nation-chosen', 'rules', 'traded', 'rules', 'nation-chosen', 'dena-staked']); // prettier-ignore

      const between = await TamperingOrigin.before(changing);
      expect(await audited({ from: between.url })).toMatchObject({ players: 2, claims: [] });
      for (const [says, ...change] of RULES_SHOWN) {
        between.tamper = inBody(...change);
        expect(await foundBy({ from: between.url, patienceMs: 200 })).toMatch(says);
      }
      between.tamper = (asked) => (asked === '/api/rules' ? null : undefined);
      expect(await foundBy({ from: between.url, patienceMs: 200 })).toMatch(
        /^\/api\/rules differs .*: the number of sets is 1,/,
      );
      // As of the answers, not of the end.
      const begun = inBody('/api/rules', /(.*)"n":null(.*)"isAnnounced":true/, '$1"n":6$2"isAnnounced":false'); // prettier-ignore
      let asks = 0;
      between.tamper = (asked, body) => {
        if (asked === '/api/rules') asks += 1;
        return asks <= 2 ? begun(asked, body) : undefined;
      };
      expect(await foundBy({ from: between.url, patienceMs: 200 })).toMatch(
        /^\/api\/rules differs .*: it is 4 entries, the ledger comes to 3/,
      );

      // A process may know of a change a moment before its board has it, or after.
      const [late = '', early = ''] = players.map(({ wallet }) => `/api/player-nation/${wallet}`);
      const shown = async (path: string) => (await changing.ask(path)).text;
      const change = async (number: number, wood: number) => {
        await changeRules(number, { 'accrualPerHour.wood': wood });
        await expect.poll(() => shown(early)).toContain(`"wood":${wood * 1.25},`);
      };
      let before = '';
      between.tamper = async (asked) => {
        if (asked === '/api/works') {
          before = await shown(late);
          await change(4, 80);
        }
        if (asked === early) await change(5, 100);
        return asked === late ? before : asked === early ? await shown(early) : undefined;
      };
      expect(await audited({ from: between.url, patienceMs: 5000 })).toMatchObject({ players: 2 });
      expect((await leavesOf(changing)).length).toBe(kinds.length + 2);
      await between.close();
    },
  );

  test('takes a continued log for what it is', async () => {
    const identity = { origin: 'localhost/denaria', seed: TEST_KEY };
    const before = await noteOf(server);
    const early = await signedLog(leaves.slice(0, 50));
    const why = 'The disk was lost.';
    await server.stop();
    await continueLog(store, identity, { from: before, why, now: Date.now() });
    const again = await Harness.start({ store, chain: server.chain });
    try {
      await leavesOf(again);
      const between = await TamperingOrigin.before(again);
      const found = await audited({
        from: between.url,
        seen: notesIn(`${early.note}\n${before}`, 'seen.txt'),
      });
      expect(found).toMatchObject({
        checkpoint: { origin: 'localhost/denaria/2', size: leaves.length + 1 },
        continued: { why, missing: 0 },
        notCompared: [],
      });
      await between.close();
      const files = [...between.asked.keys()].filter((path) => path.startsWith('/ledger/tile/'));
      expect(files.filter((path) => !path.endsWith('?log=2'))).toEqual([]);
      const foreign = await signedLog(leaves.slice(0, 9), { seed: new Uint8Array(32).fill(9) });
      const unsigned = await audited({ from: again.url, seen: notesIn(foreign.note, 'seen.txt') });
      expect(unsigned.notCompared).toEqual([
        'the checkpoint 1 of seen.txt is signed by another key than the log that goes on.',
      ]);
      const other = await signedLog(edited('traded', (leaf) => ({ ...leaf, at: leaf.at + 1 })));
      expect(await foundBy({ from: again.url, seen: notesIn(other.note, 'seen.txt') })).toMatch(
        /^The log says that localhost\/denaria had the root .* at \d+ leaves, and the checkpoint 1/,
      );
    } finally {
      await again.close();
    }
  });

  serverTest('agrees while the game is busy, and its rules change', async ({ server: busy }) => {
    const players = await Promise.all(Array.from({ length: 6 }, () => busy.player(dena(100_000))));
    for (const player of players) await player.post('/api/player-nation', { nationId: 'china' });
    const load = startLoad({ players, urls: [busy.url] });
    await leavesOf(busy);
    const audit = audited({ from: busy.url });
    for (let n = 1; n <= 40; n += 1) {
      await rulesChanged(busy, n, { 'accrualPerHour.wood': 6 + n });
      await sleep(20);
    }
    const found = await audit;
    await load.stop();
    expect(found.players).toBe(6);
    const rows = (await busy.ask('/api/leaderboard')).json(leaderboardCall.answers[200]);
    expect(rows).toHaveLength(6);
    // It went on meanwhile.
    expect((await leavesOf(busy)).length).toBeGreaterThan(found.checkpoint.size);
  });
});
