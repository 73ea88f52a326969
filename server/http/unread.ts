/**
 * Answers stay in memory until they are read, so an address may leave only so much unread, whatever
 * it asked for. What counts is what a connection has not taken when its answer is complete, and
 * before that what the answer is made of.
 */
import type { ServerResponse } from 'node:http';
import { KeyCounts } from '../lib/budget.ts';
import { Problem, type Refusal } from './problem.ts';

/** Per address: two hundred players behind one, each with six files under way, hold 38 MB. */
const MOST_UNREAD_BYTES = 64 * 1024 * 1024;
/** What is read of a file at once. */
const FILE_PIECE_BYTES = 16 * 1024;
/** What a file under way holds: a piece that was read, and one that is not sent yet. */
const FILE_BYTES = 2 * FILE_PIECE_BYTES;

/** The options of a file's stream, on whose pieces the count relies. */
export const FILE_STREAM = { highWaterMark: FILE_PIECE_BYTES };

export const UNREAD: Refusal = {
  code: 'busy',
  message: 'Your address has many answers under way. Read them, then ask again.',
  headers: { 'Retry-After': '1' },
};

interface Share {
  /** Counts an answer from now on as at least this many bytes. */
  hold(bytes: number): void;
  hasRoomFor(bytes: number): boolean;
}

const shares = new WeakMap<ServerResponse, Share>();

/** @returns begins to count an answer; false if its address has too much unread already. */
export function countUnread(): (key: string, response: ServerResponse) => boolean {
  const unread = new KeyCounts();

  return (key, response) => {
    if (unread.of(key) >= MOST_UNREAD_BYTES) return false;
    let counted = 0;
    const share: Share = {
      hold(bytes) {
        // Its caller left while it was made: its close is past, and would give nothing back.
        if (bytes <= counted || response.closed) return;
        unread.add(key, bytes - counted);
        counted = bytes;
      },
      hasRoomFor: (bytes) => unread.of(key) + bytes <= MOST_UNREAD_BYTES,
    };
    shares.set(response, share);
    response.once('pipe', () => share.hold(FILE_BYTES));
    response.once('prefinish', () => share.hold(response.writableLength));
    // Fully sent, or its connection is gone.
    response.once('close', () => unread.add(key, -counted));
    return true;
  };
}

/**
 * Counts an answer by what it is made of, before that is compressed or sent.
 * @throws Problem (503) past the limit
 */
export function holdUnread(response: ServerResponse, bytes: number): void {
  const share = shares.get(response);
  if (!share) return;
  if (!share.hasRoomFor(bytes)) throw new Problem(UNREAD.code, UNREAD.message, UNREAD.headers);
  share.hold(bytes);
}
