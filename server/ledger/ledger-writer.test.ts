/** What stops the ledger, and what does not. */
import { beforeEach, expect, test, vi } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { REV_ZERO, revSchema, type Rev } from '../../common/values/ids.ts';
import { isOfPlayer, type Commit } from '../../common/values/stored-event.ts';
import { pastRow, writePast } from '../store/kept/past.ts';
import { playerEvents, type Store } from '../store/store.ts';
import { UnreadableEvents } from '../store/unreadable-events.ts';
import { joining, story } from '../store/testing/fixtures.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { instead } from '../test/support/instead.ts';
import { captureLog } from '../test/support/captured-log.ts';
import { Ledger } from './ledger.ts';
import { keepLedger, LedgerWriter, type LedgerParts } from './ledger-writer.ts';

const IDENTITY = { origin: 'play.example/denaria', seed: new Uint8Array(32).fill(3) };
const ALWAYS = { isHeld: () => true };

let memory: Store;
let revs: Rev[];
/** What reads of events make of them. */
let seen: (commits: Commit[]) => Commit[];
let store: LedgerParts['store'];

beforeEach(async () => {
  memory = openMemoryStore();
  revs = [];
  for (const [version, change] of story(walletOf(1)).entries()) {
    revs.push(await memory.commit(change, version, null));
  }
  seen = (events) => events;
  store = instead(memory, { events: async (query) => seen(await playerEvents(memory, query)) });
});

const writerBy = (identity = IDENTITY, lease = ALWAYS) =>
  new LedgerWriter({ store, identity, lease });

const FIFTH = 4;
const damaged = (rev: Rev | undefined) => {
  const place = rev ? { rev } : {};
  const error = Object.assign(new Error('damaged'), { name: 'UnreadableDocument' as const });
  memory.unreadable.note({ ...place, key: 'damaged', part: 'row', error });
};

test('only the holder of the lease writes it', async () => {
  const writer = writerBy(IDENTITY, { isHeld: () => false });
  await writer.step();
  expect([writer.size, await new Ledger(store, IDENTITY).checkpoint()]).toEqual([0, null]);
});

test.each([
  [
    'whose detail can’t be read',
    () => {
      seen = (events) =>
        events.map((event) => {
          if (event.rev !== revs[FIFTH] || !isOfPlayer(event)) return event;
          const { at, row, rev } = event;
          return { kind: 'unknown', at, row, rev };
        });
    },
  ],
  [
    'that is skipped, since its row can’t be read',
    () => {
      seen = (events) => events.filter(({ rev }) => rev !== revs[FIFTH]);
      damaged(revs[FIFTH]);
    },
  ],
  [
    'that lacks what its kind has',
    () => {
      seen = (events) =>
        events.map((event) =>
          event.rev === revs[FIFTH] && event.kind !== 'unknown'
            ? { ...event, facts: { version: FIFTH + 1 } }
            : event,
        );
    },
  ],
])('it ends before an event %s, and goes on once that is repaired', async (_, damage) => {
  damage();
  const writer = writerBy();
  await writer.step();
  expect([writer.size, writer.stopped?.message]).toEqual([
    FIFTH,
    expect.stringContaining(`The event ${revs[FIFTH]} can’t be a leaf`),
  ]);
  await writer.step();
  expect(writer.size).toBe(FIFTH);
  // A restart forgets what could not be read.
  seen = (events) => events;
  store = instead(store, { unreadable: new UnreadableEvents() });
  const next = writerBy();
  await next.step();
  expect([next.size, next.stopped]).toEqual([revs.length, null]);
});

test('an event that is gone shows in the next one of its wallet', async () => {
  seen = (events) => events.filter(({ rev }) => rev !== revs[FIFTH]);
  const writer = writerBy();
  await writer.step();
  expect([writer.size, writer.stopped?.message]).toEqual([
    FIFTH,
    expect.stringContaining(`stands where commit 5 of ${walletOf(1)} is due`),
  ]);
});

test('an event whose place is lost stops it at once', async () => {
  damaged(undefined);
  const writer = writerBy();
  await writer.step();
  expect([writer.size, writer.stopped?.message]).toEqual([
    0,
    expect.stringContaining(`The event ${REV_ZERO}`),
  ]);
});

test.each([
  ['key', { ...IDENTITY, seed: new Uint8Array(32).fill(4) }],
  ['origin', { ...IDENTITY, origin: 'else.example/denaria' }],
])('another %s never goes on', async (_, identity) => {
  await writerBy().step();
  const before = await new Ledger(store, IDENTITY).checkpoint();
  const other = writerBy(identity);
  await other.step();
  expect(other.stopped?.message).toContain('npm run ledger -- continue');
  await expect(new Ledger(store, identity).checkpoint()).rejects.toThrow('The stored checkpoint');
  expect(await new Ledger(store, IDENTITY).checkpoint()).toBe(before);
});

test('the log has the checkpoint once an hour, and why the ledger is stopped, once', async () => {
  vi.useFakeTimers();
  try {
    const { log, count, lineWith } = captureLog('info');
    const writer = writerBy();
    const keeping = keepLedger(writer, log);
    await vi.advanceTimersByTimeAsync(59 * 60_000);
    expect(count('the ledger’s checkpoint')).toBe(1);
    expect(lineWith('the ledger’s checkpoint')).toMatchObject({
      size: revs.length,
      root: writer.checkpoint?.root,
    });
    damaged(undefined);
    await vi.advanceTimersByTimeAsync(3 * 60_000);
    expect(count('the ledger’s checkpoint')).toBe(2);
    expect(count('the ledger is stopped')).toBe(1);
    await keeping.close();
  } finally {
    vi.useRealTimers();
  }
});

test('entries that are no longer what they were are not served', async () => {
  await writerBy().step();
  expect(await new Ledger(store, IDENTITY).entries(0, revs.length)).not.toBeNull();
  seen = (events) =>
    events.map((event) => (event.rev === revs[FIFTH] ? { ...event, at: event.at + 1 } : event));
  const ledger = new Ledger(store, IDENTITY);
  await expect(ledger.entries(0, revs.length)).rejects.toThrow(
    `The event of the leaf ${FIFTH} is not what it was`,
  );
  expect(await ledger.entries(0, FIFTH)).not.toBeNull();
});

test('a tree whose tiles are not those of its checkpoint grows no more: nothing is signed over it', async () => {
  await writerBy().step();
  const before = await new Ledger(store, IDENTITY).checkpoint();
  const checkpoint = await pastRow(memory, 'ledger-checkpoint');
  const tile = await pastRow(memory, 'ledger-tile-0');
  if (!checkpoint || !tile) throw new Error('there is no tree');
  const hashes = Buffer.from(tile.document, 'base64').fill(7, 0, 32);
  await writePast(memory, {
    head: 'ledger-checkpoint',
    expected: checkpoint.document,
    rows: [{ ...tile, document: hashes.toString('base64') }, checkpoint],
    forget: null,
  });
  await memory.commit(joining(walletOf(2)), 0, null);
  const writer = writerBy();
  await writer.step();
  expect(writer.stopped?.message).toContain('another root than its checkpoint');
  expect(await new Ledger(store, IDENTITY).checkpoint()).toBe(before);
});

test('a rev that another process named is awaited, even if this one’s board does not have it yet', async () => {
  const ledger = new Ledger(store, IDENTITY);
  const last = revs.at(-1) ?? REV_ZERO;
  const first = revs[0] ?? REV_ZERO;
  expect(await ledger.indexOf(last, first)).toBe('behind');
  const later = revSchema.parse('f'.repeat(16));
  expect(await ledger.indexOf(later, first)).toBe('unknown');
  await writerBy().step();
  expect(await ledger.indexOf(last, first)).toBe(revs.length - 1);
  // A board may stand at a moment after its last commit.
  expect(await ledger.indexOf(later, later)).toBe(revs.length - 1);
  expect(await ledger.indexOf(later, last)).toBe('unknown');
});
