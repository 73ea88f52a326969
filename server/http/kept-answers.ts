/**
 * Answers that are made once for everyone who asks for the same: compressed, on another thread, and
 * kept while they are exact, the least recently asked for dropped first. A settled answer never
 * changes; any other one is exact for the rev that it was made at. Who may ask how often, and how
 * many are made at a time, is the caller's.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import type { Epoch } from '../../common/values/ids.ts';
import { instantText } from '../../common/values/instant.ts';
import type { Revision } from '../game/reads/queries.ts';
import type { NameMask } from '../leaderboard/name-mask.ts';
import type { NotKnown } from '../past/past.ts';
import { isHeld, revisionHeaders } from './answer-headers.ts';
import { COMPRESS, type Coding } from './compress.ts';
import { Problem } from './problem.ts';

/** Of all kept answers together. */
const MOST_BYTES = 16 * 1024 * 1024;
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

interface Kept extends Encoded, Revision, Omit<MadeAnswer, 'json'> {
  /** How many names were hidden when it was made. */
  readonly hidden: number;
}

/** As it is handed out. */
interface Ready extends Kept {
  /** False for the caller for whom it was made. */
  readonly isReady: boolean;
}

/** @param mask hides names, also in answers that are settled. */
export function keepAnswers(
  board: Revision,
  mostBytes = MOST_BYTES,
  mask?: Pick<NameMask, 'count'>,
) {
  /** The most recently asked for last. */
  const held = new Map<string, Kept>();
  const coming = new Map<string, Promise<Kept>>();
  let bytes = 0;

  return {
    current,
    /**
     * The answer of this name in a coding. It has every commit that the board has now.
     * @param name tells it from every other.
     * @throws what `make` throws, at everyone who waits for it.
     */
    async take(name: string, coding: Coding, make: () => Promise<MadeAnswer>): Promise<Ready> {
      const key = `${coding} ${name}`;
      const { epoch, rev } = board;
      const hidden = mask?.count ?? 0;
      for (;;) {
        const kept = current(name, coding);
        if (kept) return kept;
        const underWay = coming.get(key);
        if (!underWay) break;
        const answer = await underWay;
        // One that was begun before may lack a commit that this caller already knows about.
        const isOfRev = answer.isSettled || answer.rev >= rev;
        if (answer.epoch === epoch && answer.hidden === hidden && isOfRev)
          return { ...answer, isReady: true };
      }
      const making = encoded(key, coding, make).finally(() => coming.delete(key));
      coming.set(key, making);
      return { ...(await making), isReady: false };
    },
  };

  /** The answer if it is kept and still exact. */
  function current(name: string, coding: Coding): Ready | null {
    const key = `${coding} ${name}`;
    const kept = held.get(key);
    if (!kept) return null;
    drop(key, kept);
    const { epoch, rev } = board;
    if (kept.epoch !== epoch || kept.hidden !== (mask?.count ?? 0)) return null;
    if (!kept.isSettled && kept.rev !== rev) return null;
    keep(key, kept);
    return { ...kept, isReady: true };
  }

  async function encoded(
    key: string,
    coding: Coding,
    make: () => Promise<MadeAnswer>,
  ): Promise<Kept> {
    const { epoch, rev } = board;
    const hidden = mask?.count ?? 0;
    const { json, headers, isSettled } = await make();
    const text = Buffer.from(json);
    const body = await COMPRESS[coding](text);
    const answer = { coding, body, textBytes: text.length, headers, isSettled, epoch, rev, hidden };
    keep(key, answer);
    return answer;
  }

  function keep(key: string, answer: Kept): void {
    held.set(key, answer);
    bytes += bytesOf(key, answer);
    for (const [oldest, its] of held) {
      if (bytes <= mostBytes) return;
      drop(oldest, its);
    }
  }

  function drop(key: string, answer: Kept): void {
    if (held.delete(key)) bytes -= bytesOf(key, answer);
  }
}

function bytesOf(key: string, { body }: Kept): number {
  return body.length + key.length + OTHER_BYTES;
}

/**
 * A kept answer as it is sent. A settled one has a tag, by which a client need not load it again.
 * @param about.name tells the answer from every other, in characters of a tag.
 * @param about.board a settled answer is one of the present too; without it, the answer's own
 * revision is named.
 */
export function keptReply(
  { headers: made, isSettled, isReady, epoch, hidden, ...encoded }: Ready,
  {
    name,
    headers: asked,
    board,
  }: { readonly name: string; readonly headers: IncomingHttpHeaders; readonly board?: Revision },
) {
  const headers =
    isSettled && board ? { ...made, ...revisionHeaders({ epoch, rev: board.rev }) } : made;
  if (!isSettled) return { status: 200, encoded, isReady, headers } as const;
  const etag = settledTag(epoch, name, hidden);
  const tagged = { ...headers, ETag: etag, 'Cache-Control': 'no-cache' };
  if (isHeld(etag, asked['if-none-match']))
    return { status: 304, body: null, headers: { ...tagged, Vary: 'Accept-Encoding' } } as const;
  return { status: 200, encoded, isReady, headers: tagged } as const;
}

/** Of an answer that never changes, unless a name is hidden. @param name in characters of a tag. */
export function settledTag(epoch: Epoch, name: string, hidden: number): string {
  return `W/"${epoch}.v${PROTOCOL_VERSION}.${hidden === 0 ? '' : `hidden${hidden}.`}${name}"`;
}

/** @throws Problem (400) for a moment that is still to come. */
export function momentOf(at: number, now: number): number {
  if (at <= now) return at;
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
