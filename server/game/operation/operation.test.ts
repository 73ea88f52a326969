/** What a process derives from the acts of operators. */
import { describe, expect, test } from 'vitest';
import { NOTHING_SET, type Status } from '../../../common/protocol/status.ts';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { createLog } from '../../observe/log.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';
import { pauseIn, rulesBegun } from '../../store/kept/era.ts';
import { openMemoryStore } from '../../store/testing/memory-store.ts';
import { numberKey } from '../../store/rows.ts';
import { withRows } from '../../test/support/instead.ts';
import { actEntrySchema } from './acts.ts';
import { Operation } from './operation.ts';

const AT = Date.parse('2026-11-26T12:00:00Z');

function operated() {
  const store: Store = openMemoryStore();
  let now = AT;
  let acts = 0;
  const sessionsEnded: [wallet: string | null, upTo: number][] = [];
  const open = (processId: string, on: Store = store) =>
    new Operation({
      store: on,
      endSessions: (...ended) => sessionsEnded.push(ended),
      processId,
      now: () => now,
      log: createLog('silent'),
    });
  const append = (document: string) => {
    acts += 1;
    return store.rows('act').put({ key: numberKey(acts), document });
  };
  return {
    store,
    open,
    append,
    act: (act: object) => append(JSON.stringify({ at: AT, by: 'ada', why: 'a test', act })),
    pass: (ms: number) => (now += ms),
    sessionsEnded,
  };
}

describe('[PRO40] the operation', () => {
  test('follows the acts, announces each change once, and is the same at a process that starts later', async () => {
    const { store, open, act } = operated();
    const operation = open('a');
    const statuses: Status[] = [];
    operation.subscribe((status) => statuses.push(status));
    await operation.advance();
    expect(statuses).toEqual([]);
    await act({ kind: 'pause', text: 'We move to another machine.' });
    await act({ kind: 'hide-name', wallet: walletOf(7) });
    await operation.advance();
    await operation.advance();
    expect(operation.paused).toBe('We move to another machine.');
    // Where its operator’s program died before it changed the era, a process does.
    const pause = { act: 1, paused: 'We move to another machine.' };
    expect(pauseIn((await store.era()).value)).toEqual(pause);
    expect([...operation.hiddenNames]).toEqual([[walletOf(7), AT + 2000]]);
    await act({ kind: 'notice', text: 'Back at noon.', until: null });
    await act({ kind: 'resume' });
    await operation.advance();
    const notice = { text: 'Back at noon.', until: null };
    expect(statuses).toEqual([
      { paused: 'We move to another machine.', notice: null },
      { paused: null, notice },
    ]);
    const later = open('b');
    await later.advance();
    expect(later.status).toEqual(operation.status);
    expect(later.hiddenNames).toEqual(operation.hiddenNames);
    await act({ kind: 'notice', text: null, until: null });
    await operation.advance();
    expect(statuses.at(-1)).toEqual(NOTHING_SET);
  });

  test('a notice ends at its moment by itself', async () => {
    const { open, act, pass } = operated();
    const operation = open('a');
    await act({ kind: 'notice', text: 'Until one.', until: AT + 3_600_000 });
    await operation.advance();
    expect(operation.status.notice).toEqual({
      text: 'Until one.',
      until: '2026-11-26T13:00:00.000Z',
    });
    const statuses: Status[] = [];
    operation.subscribe((status) => statuses.push(status));
    pass(3_600_000);
    await operation.advance();
    expect(statuses).toEqual([NOTHING_SET]);
  });

  test('rules are changed by one process, and announced by all', async () => {
    const { store, open, act, pass } = operated();
    await store.changeEra(rulesBegun(AT));
    const [holder, other] = [open('a'), open('b')];
    const set = { 'tradePrices.oil': 60 };
    await act({ kind: 'rules', set, from: AT + 3_600_000 });
    await act({ kind: 'notice', text: 'Back at noon.', until: null });
    await holder.advance();
    await holder.changeRules(AT);
    const oil = () => [holder, other].map(({ rulesInForce }) => rulesInForce.tradePrices.oil);
    for (const operation of [holder, other]) {
      await operation.advance();
      expect(operation.status.notice).toEqual({
        text: 'Back at noon. From 26 Nov 2026, 13:00 UTC: Oil will cost 60 DENA (50 DENA now).',
        until: '2026-11-26T13:00:00.000Z',
      });
    }
    expect(oil()).toEqual([50, 50]);
    pass(3_600_000);
    await holder.changeRules(AT + 3_600_000);
    for (const operation of [holder, other]) await operation.advance();
    expect(oil()).toEqual([60, 60]);
    expect(other.status.notice?.text).toBe('Back at noon.');
    // As after a restart: what is done is not done again.
    const later = open('c');
    await later.advance();
    await later.changeRules(AT + 3_600_001);
    expect(
      await store.events({ ofEras: 'rules-changed', limit: 9, order: 'oldest-first' }),
    ).toHaveLength(1);
  });

  test('what was announced for before an act begins before it, though nobody was there', async () => {
    const { store, open, act } = operated();
    await store.changeEra(rulesBegun(AT));
    await act({ kind: 'rules', set: { 'tradePrices.oil': 60 }, from: AT - 1 });
    const operation = open('a');
    await operation.advance();
    await operation.changeRules(AT - 2);
    await act({ kind: 'rules', set: { tradeMax: 2000 }, from: null });
    await operation.advance();
    await operation.changeRules(AT + 1);
    await operation.advance();
    const { tradePrices, tradeMax } = operation.rulesInForce;
    expect([tradePrices.oil, tradeMax]).toEqual([60, 2000]);
  });

  test('what is announced is replaced by an act before its moment, however late both are seen', async () => {
    const { store, open, act } = operated();
    await store.changeEra(rulesBegun(AT));
    const operation = open('a');
    const announce = async (oil: number, from: number) =>
      act({ kind: 'rules', set: { 'tradePrices.oil': oil }, from });
    // Recorded at AT, all of them.
    await announce(60, AT + 1);
    await announce(70, AT + 2);
    await operation.advance();
    await operation.changeRules(AT + 1);
    await operation.advance();
    // This one is not applied yet when the moment comes.
    await announce(80, AT + 3);
    await operation.changeRules(AT + 3);
    await operation.advance();
    const { sets } = operation.rules;
    expect(sets.map(({ rules }) => rules.tradePrices.oil)).toEqual([50, 80]);
  });

  test('sessions end by each process, also at its start', async () => {
    const { open, act, sessionsEnded } = operated();
    await act({ kind: 'end-sessions', wallet: walletOf(3) });
    await act({ kind: 'end-sessions', wallet: null });
    for (const processId of ['a', 'b']) await open(processId).advance();
    const both = [
      [walletOf(3), AT],
      [null, AT],
    ];
    expect(sessionsEnded).toEqual([...both, ...both]);
  });

  test('an act of a newer version, and a damaged one, are skipped', async () => {
    const { append, open, act } = operated();
    await act({ kind: 'pause', text: 'A pause.' });
    await act({ kind: 'teleport', wallet: walletOf(1) });
    await append('{');
    await act({ kind: 'hide-name', wallet: walletOf(2) });
    const operation = open('a');
    await operation.advance();
    expect(operation.paused).toBe('A pause.');
    expect([...operation.hiddenNames.keys()]).toEqual([walletOf(2)]);
  });

  test('while the store is away everything stays, and what was done meanwhile follows', async () => {
    const { store, open, act } = operated();
    let isAway = false;
    const away = withRows(store, (rows) => ({
      async range(asked) {
        if (isAway) throw new StoreUnavailable('away');
        return rows.range(asked);
      },
    }));
    const operation = open('a', away);
    await act({ kind: 'pause', text: 'A pause.' });
    await operation.advance();
    isAway = true;
    await act({ kind: 'resume' });
    await expect(operation.advance()).rejects.toThrow(StoreUnavailable);
    expect(operation.paused).toBe('A pause.');
    isAway = false;
    await operation.advance();
    expect(operation.paused).toBeNull();
  });
});

describe('what players read', () => {
  const objection = (text: string) =>
    actEntrySchema.safeParse({ at: AT, by: 'ada', why: 'a test', act: { kind: 'pause', text } })
      .error?.issues[0]?.message;

  test.for([
    ['a line break', 'a\nb'],
    ['a tab', 'a\tb'],
    ['a bell', 'a\u0007'],
    ['an override of the direction', 'a\u202eb'],
    ['an isolate', 'a\u2066b'],
    ['a zero-width space', 'a\u200bb'],
    ['a line separator', 'a\u2028b'],
    ['half a character', 'a\ud800'],
  ])('has no %s', ([, text = '']) => {
    expect(objection(text)).toMatch(/control or invisible character/);
  });
});
