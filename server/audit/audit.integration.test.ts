/** What an audit accepts and what it finds. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Address } from '../../common/values/address.ts';
import { chooseNation } from '../../common/rules/choose-nation.ts';
import { settleResources } from '../../common/rules/settle-resources.ts';
import { accepted, HOUR_MS, NOW, walletOf } from '../../common/testing/fixtures.ts';
import { instantText } from '../../common/values/instant.ts';
import type { EraEventDraft } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins, weekId, WEEK_MS } from '../../common/values/week.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { closedWeekRows, entriesOf } from '../past/closed-week.ts';
import { compressed, NOTHING_YET, stateRow } from '../past/record.ts';
import { closeWeeks } from '../past/testing/close-weeks.ts';
import { weeksOfEvents } from '../past/weeks-of-events.ts';
import { rulesBegun, rulesIn, rulesSetBy } from '../store/kept/era.ts';
import { pastRow, readPast, writePast, type PastRow } from '../store/kept/past.ts';
import type { PastKind } from '../store/rows.ts';
import { DATABASE_FILE } from '../store/stored-form.ts';
import type { Store } from '../store/store.ts';
import type { WalletSource } from '../store/stream.ts';
import { commitAll, joining, story } from '../store/testing/fixtures.ts';
import { whileOpen } from '../lib/command.ts';
import { inMongo, type Location } from '../store/locations.ts';
import { using } from '../store/testing/locations.ts';
import { allEvents } from '../store/testing/observe.ts';
import { audit, type Audit } from './audit.ts';
import { storedWallets } from './stored-wallets.ts';
import { inEmbedded, type StoredGame, type RecordOf } from './testing/stored-games.ts';
import { commitPlayers, simulatedPlayers } from './testing/simulated.ts';

const mongo = await testMongo();
const ALICE = walletOf(7);

async function audited(
  place: Pick<StoredGame, 'wallets'>,
  only: Address | null = null,
): Promise<Audit> {
  return whileOpen(await place.wallets(), (source) => audit(source, only));
}

const NONE = { count: 0, listed: [] };

/** The report of a wallet's audit. */
async function foundOf(source: WalletSource, wallet: Address): Promise<string> {
  const { differences } = await audit(source, wallet);
  expect(differences.listed.every(({ of }) => of === wallet)).toBe(true);
  return differences.listed.map(({ what }) => what).join('\n');
}

/** Seven commits each, with stakes of every kind, active and ended. */
async function withStories(game: StoredGame, wallets: readonly Address[]): Promise<void> {
  await using(game, async (store) => {
    await Promise.all(wallets.map((wallet) => commitAll(store, story(wallet).slice(0, 7))));
  });
}

interface Tampering {
  readonly what: string;
  readonly record: RecordOf;
  readonly path: string;
  readonly value: string | number | undefined;
  readonly says: string | RegExp;
}

const TAMPERINGS: readonly Tampering[] = [
  {
    what: 'a GDP',
    record: { player: true },
    path: 'standing.gdp',
    value: 99_999,
    says: 'standing.gdp is stored as 99,999, its events come to 31,802',
  },
  {
    what: 'the version',
    record: { player: true },
    path: 'version',
    value: 9,
    says: 'version is stored as 9, its events come to 7',
  },
  {
    what: 'what the last commit left',
    record: { player: true },
    path: 'resources.units.oil',
    value: 5000,
    says: /^resources.units.oil is stored as 5,000, its events come to \d+$/,
  },
  {
    what: 'what the weeks’ race needs of a player',
    record: { player: true },
    path: 'season.base',
    value: 18_000,
    says: 'season.base is stored as 18,000, its events come to 32,802',
  },
  {
    what: 'what the player has contributed',
    record: { player: true },
    path: 'contributed.wood',
    value: 12,
    says: 'contributed.wood is stored as 12, its events come to 0',
  },
  {
    what: 'the amount of a stake',
    record: { stake: 'dena-2' },
    path: 'amountWei',
    value: '1000',
    says: 'the stake dena-2 has amountWei 0.000000000000001 DENA, its events come to 25 DENA',
  },
  {
    what: 'the bonus of a stake',
    record: { stake: 'dena-2' },
    path: 'gdpBonus',
    value: 77,
    says: 'the stake dena-2 has gdpBonus 77, its events come to 2',
  },
  {
    what: 'when a stake’s lock ends',
    record: { stake: 'dena-2' },
    path: 'unstakeableAt',
    value: 1,
    says: 'the stake dena-2 has unstakeableAt 1970-01-01T00:00:00.001Z, its events come to ',
  },
  {
    what: 'when the player joined',
    record: { player: true },
    path: 'joinedAt',
    value: 1,
    says: 'joinedAt is stored as 1970-01-01T00:00:00.001Z, its events come to ',
  },
  {
    what: 'what joining gave',
    record: { player: true },
    path: 'startingGdp',
    value: 1,
    says: 'startingGdp is stored as 1, its events come to 18,000',
  },
  {
    what: 'when a stake ended',
    record: { stake: 'dena-1' },
    path: 'state.endedAt',
    value: 1,
    says: 'the stake dena-1 has state.endedAt 1970-01-01T00:00:00.001Z, its events come to ',
  },
  {
    what: 'a stake that is gone',
    record: { stake: 'cultural-4' },
    path: '',
    value: undefined,
    says: 'commit 5 began the stake cultural-4, which is not on record',
  },
  {
    what: 'the GDP that an event leaves',
    record: { event: 3 },
    path: 'row.gdp',
    value: 50_000,
    says: 'commit 3 left gdp 50,000, by the rules it left 19,002',
  },
  {
    what: 'the stake that an event names',
    record: { event: 3 },
    path: 'detail.stakeIds[0]',
    value: 'dena-1',
    says: 'commit 3 begins the stake dena-1 again',
  },
  {
    what: 'what a trade cost',
    record: { event: 6 },
    path: 'detail.amount',
    value: '1',
    says: 'commit 6 breaks the rules. This costs 2500 DENA, not 1',
  },
  {
    what: 'what had accrued',
    record: { player: true },
    path: 'resources.carry.wood',
    value: 1,
    says: 'resources.carry.wood is stored as 1, its events come to ',
  },
  {
    what: 'what was spent',
    record: { player: true },
    path: 'spentWei',
    value: '1',
    says: 'spentWei is stored as 0.000000000000000001 DENA, its events come to 2500 DENA',
  },
  {
    what: 'how many copies an unstaking says',
    record: { event: 7 },
    path: 'detail.amount',
    value: '1',
    says: 'commit 7 says amount 1, by the rules it is 10000',
  },
  {
    what: 'an event that is gone',
    record: { event: 4 },
    path: '',
    value: undefined,
    says: 'commit 4 breaks the rules. It says that it is commit 5 of its player, whose next one is 4.',
  },
];

/** Plays a game of forty players, and compares an audit of it with what they did. */
async function expectAgreement(game: Location & Pick<StoredGame, 'wallets'>): Promise<void> {
  const players = simulatedPlayers(40);
  await using(game, async (store) => {
    await commitPlayers(store, players);
    // Immediately, while MongoDB has not yet assigned revs to all commits.
    expect((await audited(game)).differences).toEqual(NONE);
  });
  const { differences, ...result } = await audited(game);
  expect(differences).toEqual(NONE);
  expect(result.players).toBe(players.length);
  expect(result.events).toBe(players.flat().length);
}

test.skipIf(!mongo)('an audit on MongoDB agrees with what the rules made', async () => {
  if (!mongo) return;
  const { uri, drop } = mongo.database();
  await expectAgreement(inMongo(uri));
  await drop();
});

describe('an audit of files', () => {
  test('agrees with what the rules made', () => inEmbedded(expectAgreement));

  test('finds records that were tampered with, and names them', async () => {
    await inEmbedded(async (game) => {
      const wallets = TAMPERINGS.map((_, n) => walletOf(n + 1));
      const untouched = walletOf(wallets.length + 1);
      await withStories(game, [...wallets, untouched]);
      expect((await audited(game)).differences).toEqual(NONE);
      for (const [n, { record, path, value }] of TAMPERINGS.entries()) {
        await game.tamper(walletOf(n + 1), record, path, value);
      }
      const source = await game.wallets();
      for (const [n, { what, says }] of TAMPERINGS.entries()) {
        expect(await foundOf(source, walletOf(n + 1)), what).toMatch(says);
      }
      expect(await foundOf(source, untouched)).toBe('');
      await source.close();
      const { differences } = await audited(game);
      expect(differences.listed.map(({ of }) => of)).not.toContain(untouched);
    });
  });

  test('[SEA1] finds closed weeks that were tampered with, and accepts them as they were closed', async () => {
    await inEmbedded(async (game) => {
      const wallets = Array.from({ length: 5 }, (_, n) => walletOf(n + 1));
      await using(game, async (store) => {
        // Three weeks with commits, one without, and the running one.
        const commits = wallets.flatMap((wallet) => story(wallet));
        await commitAll(
          store,
          commits.toSorted((a, b) => a.event.at - b.event.at),
        );
        await commitAll(store, [joining(ALICE, 'usa', NOW + 4 * WEEK_MS)]);
        await closeWeeks(store, NOW + 4 * WEEK_MS);
      });
      const { weeks, differences } = await audited(game);
      expect([weeks, differences]).toEqual([{ closed: 4, computed: 4 }, NONE]);
      expect((await audited(game, ALICE)).weeks).toBe(null);

      const week = weekAt(NOW);
      const at = weekBegins(week);
      const source = await game.wallets();
      const rowOf = async (kind: PastKind) => {
        const [row] = await readPast(source, { kind, from: at, limit: 1, order: 'oldest-first' });
        if (!row) throw new Error('the week has such a row');
        return row;
      };
      const [summary, first, packed] = [
        await rowOf('season'),
        await rowOf('season-entries'),
        await rowOf('season-places'),
      ];
      await source.close();
      const found = async () =>
        (await audited(game)).differences.listed.map(({ of, what }) => `${of}: ${what}`);
      const differing = async ({ kind, document }: PastRow, tampered: string) => {
        await game.tamperPast({ kind, at }, tampered);
        const differences = await found();
        await game.tamperPast({ kind, at }, document);
        return differences;
      };
      const id = weekId(week);
      expect(
        await differing(summary, summary.document.replace('"players":5', '"players":6')),
      ).toEqual([`${id}: its summary is not what the events come to`]);

      const entries = [...(await entriesOf(first))];
      const [champion] = entries;
      if (!champion) throw new Error('somebody is ranked');
      const damaged = [{ ...champion, gained: champion.gained + 1 }, ...entries.slice(1)];
      expect(await differing(first, await compressed(damaged))).toEqual([
        `${id}: its list of first entries is not what the events come to`,
      ]);

      // Each place is the last three bytes of sixteen.
      const places = Buffer.from(packed.document, 'base64');
      expect(places).toHaveLength(16 * 5);
      const [one, other] = [places.readUInt8(15), places.readUInt8(31)];
      places.writeUInt8(other, 15);
      places.writeUInt8(one, 31);
      expect(await differing(packed, places.toString('base64'))).toEqual([
        `${id}: its list of places is not what the events come to`,
      ]);

      await game.tamperPast({ kind: 'season-entries', at }, null);
      await game.tamperPast({ kind: 'season-places', at: weekBegins(week + 1) }, null);
      await using(game, async (store) => {
        const state = await pastRow(store, 'state');
        if (!state) throw new Error('there is a state');
        const rows = [
          { ...packed, at: at + 1 },
          { ...summary, at: weekBegins(week - 1) },
          { ...first, at: weekBegins(week + 9) },
        ];
        const write = { expected: state.document, rows: [...rows, state], forget: null };
        expect(await writePast(store, write)).toBe(true);
      });
      expect(await found()).toEqual([
        `${id}: its list of first entries is missing`,
        `${id}: it has a list of places too many`,
        `${weekId(week + 1)}: its list of places is missing`,
        `${weekId(week - 1)}: it is recorded, and the game had not begun`,
        `${weekId(week + 9)}: it has a list of first entries and no summary`,
      ]);
    });
  });

  test('[SEA1] finds a week that a commit ended and that the record lacks, but for the newest', async () => {
    await inEmbedded(async (game) => {
      const week = weekAt(NOW);
      await using(game, async (store) => {
        // Nobody has joined by then.
        await closeWeeks(store, NOW - WEEK_MS);
        for (const commit of story(ALICE)) {
          await closeWeeks(store, commit.event.at);
          await commitAll(store, [commit]);
        }
        await closeWeeks(store, NOW + 3 * WEEK_MS);
      });
      expect((await audited(game)).differences).toEqual(NONE);
      const lackOf = async (lacking: number) => {
        for (const kind of ['season', 'season-entries', 'season-places'] as const) {
          await game.tamperPast({ kind, at: weekBegins(lacking) }, null);
        }
        return (await audited(game)).differences.listed;
      };
      expect(await lackOf(week + 2)).toEqual([]);
      expect(await lackOf(week)).toEqual([
        { of: weekId(week), what: 'it has ended, and the record lacks it' },
      ]);
      await using(game, async (store) => {
        const [summary] = await readPast(store, {
          kind: 'season',
          from: weekBegins(week + 1),
          limit: 1,
          order: 'oldest-first',
        });
        const state = await pastRow(store, 'state');
        if (!state || !summary) throw new Error('both are there');
        const rows = [{ ...summary, at: weekBegins(week + 3) }, state];
        await writePast(store, { expected: state.document, rows, forget: null });
      });
      expect((await audited(game)).differences.listed).toContainEqual({
        of: weekId(week + 3),
        what: 'it is recorded, and no commit ended it',
      });
    });
  });

  test('[SEA1] finds ends of weeks, and an era, that don’t follow from each other', async () => {
    await inEmbedded(async (game) => {
      const week = weekAt(NOW);
      const [first, open] = [weekId(week), weekId(week + 2)];
      const found = async () =>
        (await audited(game)).differences.listed.map(({ of, what }) => `${of}: ${what}`);
      const changed = (weeks: object | undefined, event: EraEventDraft | null) =>
        using(game, async (store) => {
          const changes = [event];
          await store.changeEra((value) => {
            const next = changes.pop();
            return next === undefined ? null : { value: { ...value, weeks }, event: next };
          });
        });
      await using(game, async (store) => {
        await commitAll(store, [joining(ALICE)]);
        await closeWeeks(store, NOW + 2 * WEEK_MS);
        await commitAll(store, [joining(walletOf(1), 'usa', NOW + 2 * WEEK_MS)]);
      });
      expect(await found()).toEqual([]);

      for (const [weeks, says] of [
        [{ first: week, open: week + 3 }, `${weekId(week + 3)} since ${first}`],
        [{ first: week + 1, open: week + 2 }, `${open} since ${weekId(week + 1)}`],
        [undefined, 'no week'],
      ] as const) {
        await changed(weeks, null);
        expect(await found()).toEqual([
          `${open}: it is open by the commits, since ${first}; the stored era says ${says}`,
        ]);
      }

      const ended = { kind: 'week-ended', week, at: weekBegins(week + 1) + 1 } as const;
      await changed({ first: week, open: week + 2 }, ended);
      await using(game, (store) => commitAll(store, [joining(walletOf(2))]));
      expect(await found()).toEqual([
        `${first}: a commit ended it while ${open} was open`,
        `${first}: the commit that ended it is dated ${instantText(ended.at)}, which is not its end`,
        `${walletOf(2)}: a commit is dated ${instantText(NOW)}, and the week ${open} was open then`,
      ]);
    });
  });

  test('[SEA1] ends beside a game in which every read finds one more commit', async () => {
    await inEmbedded(async (game) => {
      await using(game, async (store) => {
        await commitAll(store, [joining(ALICE)]);
        await closeWeeks(store, NOW + WEEK_MS);
        const source = await game.wallets();
        let reads = 0;
        const refresh = async () => {
          reads += 1;
          expect(reads).toBeLessThan(20);
          await commitAll(store, [joining(walletOf(100 + reads), 'usa', NOW + WEEK_MS)]);
          await source.refresh();
        };
        const { weeks, differences } = await audit({ ...source, refresh }, null);
        expect([weeks, differences]).toEqual([{ closed: 1, computed: 1 }, NONE]);
        await source.close();
      });
    });
  });

  test('[SEA1] takes the weeks that release 1.0 closed by what the record says of them', async () => {
    await inEmbedded(async (game) => {
      const week = weekAt(NOW);
      await using(game, async (store) => {
        await commitAll(store, story(ALICE));
        await closeAsReleased(store, week);
        // One more that is dated in the closed week: it counts for the next one.
        await commitAll(store, [joining(walletOf(1))]);
        await closeWeeks(store, NOW + 3 * WEEK_MS);
        await commitAll(store, [joining(walletOf(2), 'usa', NOW + 3 * WEEK_MS)]);
      });
      expect(await audited(game)).toMatchObject({
        weeks: { closed: 3, computed: 3 },
        differences: NONE,
      });
    });
  });

  test('decides commits by the rules in force at their places, also where no week has ended', async () => {
    await inEmbedded(async (game) => {
      const [bob, set] = [walletOf(8), { 'accrualPerHour.wood': 60, 'startingGdp.usa': 7000 }];
      await using(game, async (store) => {
        const joined = joining(ALICE);
        await commitAll(store, [joined]);
        await store.changeEra(rulesBegun(NOW));
        const act = { number: 1, at: NOW, set, from: null };
        const { value } = await store.changeEra(rulesSetBy(act, NOW + HOUR_MS));
        const facts = { rules: rulesIn(value), holdings: joined.player.holdings };
        const choice = { wallet: bob, nationId: 'usa' } as const;
        const later = [
          settleResources(joined.player, { ...facts, now: NOW + 2 * HOUR_MS }),
          accepted(chooseNation(null, choice, { ...facts, now: NOW })).change,
        ];
        await commitAll(
          store,
          later.flatMap(
            (change) =>
            change ? { ...change, event: { ...change.event, facts: { ...change.event.facts, rules: 1 } } } : [], // prettier-ignore
          ),
        );
      });
      expect(await audited(game)).toMatchObject({ differences: NONE, events: 3 });
      expect((await audited(game, bob)).last?.player?.startingGdp).toBe(7000);

      await game.tamper(bob, { event: 1 }, 'facts.rules', 2);
      const found = async () =>
        (await audited(game)).differences.listed.map(({ of, what }) => `${of}: ${what}`);
      expect(await found()).toEqual([
        `${bob}: commit 1 counts 2 changes of the rules before it, the era has 1`,
        `${bob}: a commit of ${instantText(NOW)} counts 2 changes of the rules before it, there were 1`,
      ]);
      await game.tamper(bob, { event: 1 }, 'facts.rules', 1);
      await using(game, (store) =>
        store.changeEra(({ rules, ...value }) => (rules ? { value, event: null } : null)),
      );
      expect(await found()).toEqual([
        `${ALICE}: commit 2 counts 1 changes of the rules before it, the era has 0`,
        `${bob}: commit 1 counts 1 changes of the rules before it, the era has 0`,
        `the rules: their change 1 differs: the stored era has none, the commits one of ${instantText(NOW + HOUR_MS)}`,
      ]);
    });
  });

  test('counts what it can’t read, which is not a difference', async () => {
    await inEmbedded(async (game) => {
      await withStories(game, [ALICE]);
      await game.tamper(ALICE, { event: 3 }, 'kind', 'from-tomorrow');
      expect(await audited(game)).toMatchObject({
        differences: { count: 0 },
        unreadable: 1,
      });
      await game.tamper(ALICE, { event: 4 }, 'row.gdp', 'no number');
      expect(await audited(game)).toMatchObject({
        differences: { count: 0 },
        unreadable: 2,
      });
      // The totals must be those of the stakes still.
      await game.tamper(ALICE, { player: true }, 'standing.gdp', 99_999);
      const { differences } = await audited(game);
      expect(differences.listed.map(({ what }) => what)).toEqual([
        expect.stringContaining('standing.gdp is stored as 99,999, its stakes come to '),
      ]);
    });
  });
});

describe('an audit', () => {
  test('distinguishes a wallet without a nation from records without a player', async () => {
    await inEmbedded(async (game) => {
      await using(game, (store) => commitAll(store, [joining(walletOf(6))]));
      await using(game, (store) => commitAll(store, [joining(walletOf(8))]));
      expect(await audited(game, ALICE)).toMatchObject({ wallets: 0, last: null });
      await game.tamper(walletOf(6), { player: true }, '', undefined);
      const { differences } = await audited(game);
      expect(differences.listed).toEqual([
        { of: walletOf(6), what: 'there is no player of these records' },
      ]);
    });
  });
});

describe('beside the embedded store', () => {
  test('changes nothing and leaves no files if no game runs', async () => {
    await inEmbedded(async (game) => {
      await withStories(game, [ALICE]);
      const dataDir = game.dataDir;
      const before = contentsOf(dataDir);
      expect((await audited(game)).differences).toEqual(NONE);
      expect(contentsOf(dataDir)).toEqual(before);
    });
  });

  test('reports that a game was started on files that were at rest', async () => {
    await inEmbedded(async (game) => {
      await withStories(game, [ALICE, walletOf(8)]);
      const source = await game.wallets();
      const reading = async () => {
        for await (const { wallet } of storedWallets(source, null)) {
          if (wallet === ALICE)
            await using(game, (store) => commitAll(store, [joining(walletOf(9))]));
        }
      };
      await expect(reading()).rejects.toThrow('Try again: that can be done beside it.');
      await source.close();
    });
  });
});

/** Records a week as release 1.0 did: after the last commit so far, and without one of its own. */
async function closeAsReleased(store: Store, week: number): Promise<void> {
  const commits = await allEvents(store);
  const last = commits.at(-1);
  if (!last) throw new Error('there is a commit');
  const pages = (async function* () {
    yield await Promise.resolve(commits);
  })();
  for await (const { week: is, upTo, now } of weeksOfEvents(pages, new Map([[week, last.rev]]))) {
    const state = stateRow({ ...NOTHING_YET, at: last.at, begunAt: NOW, upTo });
    const rows = [...(await closedWeekRows(now(), upTo)), state];
    expect([is, await writePast(store, { expected: null, rows, forget: null })]).toEqual([
      week,
      true,
    ]);
  }
}

/** Every file's bytes and modification time. */
function contentsOf(dataDir: string) {
  return readdirSync(dataDir).map((name) => {
    const path = join(dataDir, name);
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    // The lock file has no bytes of its own.
    return name === DATABASE_FILE ? [name, hash, statSync(path).mtimeMs] : [name, hash];
  });
}
