/**
 * The code does what docs/vectors say, which other programs are tested with: they never change.
 * ledger-vectors.test.ts has those of the ledger.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  acknowledged,
  emptyBoard,
  fetchStarted,
  listAnswered,
  messageUnreadable,
  resyncAsked,
  tickReceived,
  wantsFetch,
  type BoardState,
  type FetchTicket,
} from '../../client-kit/live/board-merge.ts';
import { leaderboardEntrySchema } from '../../common/protocol/leaderboard.ts';
import { resyncMessageSchema, tickSchema } from '../../common/protocol/live.ts';
import {
  addDigest,
  digestText,
  EMPTY_DIGEST,
  rowDigest,
  type DigestedRow,
} from '../../common/values/board-digest.ts';
import { epochSchema, revSchema, type Epoch } from '../../common/values/ids.ts';
import { ROOT } from '../checks/files.ts';

const FOLDER = `${ROOT}/docs/vectors`;
const read = (name: string): unknown => JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8'));
const sha256 = (name: string) =>
  createHash('sha256')
    .update(readFileSync(`${FOLDER}/${name}`))
    .digest('hex');

test('published vectors are as they were published, to the byte', () => {
  expect(Object.fromEntries(readdirSync(FOLDER).map((name) => [name, sha256(name)]))).toEqual({
    'board.json': 'af0153155a57a356f48c2f1335c402dfc3c1360f66d602648224159b8c34c58a',
    'digest.json': '64709fa0d1a7a1dc19ce22cc78d9f26cce0c0ff41bf6ca31ce002146ba2b4c11',
    'ledger-rules.json': '3915d1cb1cfb175a2209923f78a053b3b3865d17a0e9f5d23b177d12034364d8',
    'ledger-weeks.json': '599730cff3e948624e61b63cdb138121582f712382da9ad359e62684e50181e0',
    'ledger.json': 'de549ce6908666a538709000956ef913d09e757546c1ac72e68654bfe8038feb',
  });
});

const rows = z.array(leaderboardEntrySchema);
const place = resyncMessageSchema.shape;
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('acknowledged'), ...place }),
  z.object({ type: z.literal('resync'), ...place }),
  z.object({ type: z.literal('unreadable') }),
  z.object({ type: z.literal('tick'), tick: tickSchema }),
  z.object({
    type: z.literal('list'),
    askedAfter: z.int().optional(),
    epoch: epochSchema,
    rev: revSchema,
    totalCount: z.int(),
    rows,
  }),
]);
const boardSchema = z.object({
  firstRows: z.int(),
  steps: z.array(
    z.object({
      why: z.string(),
      message: messageSchema,
      expected: z.object({
        rev: revSchema.nullable(),
        rows: rows.nullable().optional(),
        wantsList: z.boolean(),
        corrected: z.literal(true).optional(),
      }),
    }),
  ),
});
type Message = z.output<typeof messageSchema>;

test('the page’s merge shows what docs/vectors/board.json says, after each message', () => {
  const { steps, firstRows } = boardSchema.parse(read('board'));
  expect(steps.length).toBeGreaterThan(30);
  /** As a request finds it that is sent after a step. */
  const tickets: FetchTicket[] = [];
  let epoch: Epoch | null = null;
  let state = emptyBoard();
  let shown: z.output<typeof rows> | null | undefined;
  for (const [n, { why, message, expected }] of steps.entries()) {
    const { corrections } = state;
    if ('epoch' in message && message.type !== 'list') epoch = message.epoch;
    if (message.type === 'tick') epoch = message.tick.epoch ?? epoch;
    state = taken(state, message, { epoch, tickets });
    if (expected.rows !== undefined) shown = expected.rows;
    const { board } = state;
    expect(board?.rows ?? null, `step ${n}: ${why}`).toEqual(shown);
    expect(board?.rows.length ?? 0).toBeLessThanOrEqual(firstRows);
    expect(
      {
        rev: board?.rev ?? null,
        wantsList: wantsFetch(state),
        corrected: state.corrections > corrections || undefined,
      },
      `step ${n}: ${why}`,
    ).toEqual({
      rev: expected.rev,
      wantsList: expected.wantsList,
      corrected: expected.corrected,
    });
    tickets.push(fetchStarted(state)[1]);
  }
});

function taken(
  state: BoardState,
  message: Message,
  { epoch, tickets }: { readonly epoch: Epoch | null; readonly tickets: readonly FetchTicket[] },
): BoardState {
  switch (message.type) {
    case 'acknowledged':
      return acknowledged(state, message);
    case 'resync':
      return resyncAsked(state, message);
    case 'unreadable':
      return messageUnreadable(state);
    case 'tick':
      if (epoch === null) throw new Error('a tick before its epoch is known');
      return tickReceived(state, epoch, message.tick);
    case 'list': {
      if (message.askedAfter === undefined) {
        const [asked, ticket] = fetchStarted(state);
        return listAnswered(asked, ticket, message);
      }
      const ticket = tickets[message.askedAfter];
      if (!ticket) throw new Error('a list that nobody asked for');
      return listAnswered(state, ticket, message);
    }
  }
}

const digested = leaderboardEntrySchema.pick({
  walletAddress: true,
  nationId: true,
  gdp: true,
  gdpOrder: true,
  culturalOrder: true,
  denaHoldings: true,
  resources: true,
});
const digestSchema = z.object({
  digests: z.array(z.object({ why: z.string(), rows: z.array(digested), digest: z.string() })),
  large: z.object({ rows: z.literal(1001), digest: z.string() }),
});

const digestOf = (of: readonly DigestedRow[]): string =>
  digestText(of.map(rowDigest).reduce(addDigest, EMPTY_DIGEST));

test('[DIG1] rows have the digests of docs/vectors/digest.json', () => {
  const { digests, large } = digestSchema.parse(read('digest'));
  for (const { why, rows: of, digest } of digests) expect(digestOf(of), why).toBe(digest);
  const nations = ['usa', 'italy', 'argentina', 'china'] as const;
  const numbered = Array.from({ length: large.rows }, (_, i) => i + 1).map((n) =>
    digested.parse({
      walletAddress: `0x${String(n).padStart(40, '0')}`,
      nationId: nations[n % 4],
      gdp: 100_000 - n,
      gdpOrder: n,
      culturalOrder: 0,
      denaHoldings: `${n}.5`,
      resources: { wood: n, oil: 0, food: 0, technology: 0 },
    }),
  );
  expect(digestOf(numbered.slice(0, 1000))).toBe(large.digest);
  expect(digestOf(numbered)).not.toBe(large.digest);
});
