/**
 * Answers that are made and compressed once for everyone who asks for the same (`AtRev`). A settled
 * answer never changes, unless a name is hidden. Who may ask how often, and how many are made at a
 * time, is the caller's.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import type { Epoch } from '../../common/values/ids.ts';
import { instantText } from '../../common/values/instant.ts';
import type { Revision } from '../game/reads/queries.ts';
import { AtRev } from '../leaderboard/at-rev.ts';
import type { Board } from '../leaderboard/board.ts';
import type { NameMask } from '../leaderboard/name-mask.ts';
import type { NotKnown } from '../past/past.ts';
import {
  notModified,
  presentListHeaders,
  revisionHeaders,
  tagged,
  type ListPart,
} from './answer-headers.ts';
import { codingFor, COMPRESS, type Coding } from './compress.ts';
import { Problem } from './problem.ts';
import { unqueued, type Queue } from './shared-work.ts';

/** Of all cached answers together. */
const MOST_BYTES = 32 * 1024 * 1024;
/** What an answer takes beside its body, roughly. */
const OTHER_BYTES = 1024;

export interface MadeAnswer {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;
  /** True if nothing that happens later changes it. */
  readonly isSettled: boolean;
}

/** A body that is ready to be sent. */
export interface Encoded {
  readonly coding: Coding;
  readonly body: Buffer;
  /** Bytes of its text. */
  readonly textBytes: number;
}

interface CachedAnswer extends Omit<MadeAnswer, 'json'> {
  readonly encoded: Encoded;
  readonly epoch: Epoch;
  /** Of a settled one. */
  readonly tag: string;
  /** False for the caller for whom it was made. */
  readonly isReady: boolean;
}

export interface Wanted {
  /** Tells it from every other; for `cachedReply`, in characters of a tag. */
  readonly name: string;
  readonly headers: IncomingHttpHeaders;
  /** Where its making waits: a caller who leaves gives up their slot, and the others go on. */
  readonly queue?: Queue;
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;

/** @param mask hides names, also in answers that are settled. */
export function createAnswerCache(board: Revision, mask: Pick<NameMask, 'count'>) {
  const cached = new AtRev<Omit<CachedAnswer, 'isReady'>>(board, {
    isSettled: ({ isSettled }) => isSettled,
    bytesOf: ({ encoded }) => encoded.body.length + OTHER_BYTES,
    mostBytes: MOST_BYTES,
  });

  /** @throws what `make` and `queue` throw. */
  return async (
    { name, headers: asked, queue = unqueued }: Wanted,
    make: () => MadeAnswer | Promise<MadeAnswer>,
  ): Promise<CachedAnswer> => {
    const coding = codingFor(asked['accept-encoding']);
    const hidden = mask.count;
    const key = `${coding} ${hidden} ${name}`;
    let isReady = true;
    const made = async () => {
      isReady = false;
      const { epoch } = board;
      const { json, ...rest } = await make();
      const tag = settledTag(epoch, name, hidden);
      return { ...rest, encoded: await encode(json, coding), epoch, tag };
    };
    const answer = cached.ready(key) ?? (await queue(() => cached.take(key, made)));
    return { ...answer, isReady };
  };
}

/** A part of the present list. */
export function presentList(
  { cached, board }: { readonly cached: AnswerCache; readonly board: Board },
  part: ListPart,
  wanted: Omit<Wanted, 'name'>,
): Promise<CachedAnswer> {
  const { limit, offset, nationId } = part;
  return cached({ ...wanted, name: `now.${limit}.${offset}.${nationId ?? ''}` }, () => ({
    json: JSON.stringify(
      nationId ? board.nationPage(nationId, limit, offset) : board.page(limit, offset),
    ),
    headers: presentListHeaders(board, part),
    isSettled: false,
  }));
}

/** Compresses a text, on another thread. */
export async function encode(json: string, coding: Coding): Promise<Encoded> {
  const text = Buffer.from(json);
  return { coding, body: await COMPRESS[coding](text), textBytes: text.length };
}

/**
 * A cached answer as it is sent. A settled one has a tag, by which a client need not load it again.
 * @param board a settled answer is one of the present too; without it, the answer's own revision is
 * named.
 */
export function cachedReply(
  { headers: made, isSettled, isReady, epoch, tag, encoded }: CachedAnswer,
  { headers: asked, board }: { readonly headers: IncomingHttpHeaders; readonly board?: Revision },
) {
  const present = board && revisionHeaders({ epoch, rev: board.rev });
  const headers = isSettled ? { ...made, ...present, ...tagged(tag) } : made;
  return notModified(headers, asked) ?? ({ status: 200, encoded, isReady, headers } as const);
}

/** Of an answer that never changes, unless a name is hidden. @param name in characters of a tag. */
export function settledTag(epoch: Epoch, name: string, hidden: number): string {
  return `W/"${epoch}.v${PROTOCOL_VERSION}.${hidden === 0 ? '' : `hidden${hidden}.`}${name}"`;
}

/** @throws Problem (400) for a moment that is still to come. */
export function assertPast(at: number, now: number): void {
  if (at <= now) return;
  const moment = instantText(now);
  throw new Problem('bad-request', `That is in the future: ask for a moment up to now, ${moment}.`);
}

export function unknownPast(unknown: NotKnown): Problem {
  if (unknown.why === 'not-recorded') {
    const sentence = 'The record of the past is being written. Try again in a few seconds.';
    return new Problem('not-recorded', sentence, { 'Retry-After': '5' });
  }
  const { begunAt } = unknown;
  return new Problem(
    'before-the-game',
    begunAt === null
      ? 'The game has not begun: nobody has joined yet.'
      : `The game began at ${instantText(begunAt)}: ask for that moment or a later one.`,
  );
}
