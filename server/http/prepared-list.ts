/**
 * The first rows of the ranking, ready to send: serialised and compressed once per rev, and only on
 * request. Compression runs on another thread, one list after the other: requests meanwhile wait for the
 * next one, so that many requests over many revs cost only a few lists.
 */
import type { Board } from '../leaderboard/board.ts';
import type { ListText } from '../leaderboard/list-text.ts';
import { COMPRESS, type Coding } from './compress.ts';
import { listTag, placing } from './answer-headers.ts';

/** One list in one coding. */
export interface List {
  readonly epoch: string;
  readonly rev: string;
  /** Alternating names and values, as `writeHead` takes them. */
  readonly head: readonly string[];
  readonly body: Buffer;
}

/** The headers of the list itself, whether it is sent or not. */
export function listHead(board: Board, limit: number): readonly string[] {
  const headers = {
    ETag: listTag(board, limit, 0),
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    ...placing(board),
  };
  return Object.entries(headers).flat();
}

export class PreparedList {
  readonly #board: Board;
  readonly #text: ListText;
  readonly #limit: number;
  readonly #coding: Coding;
  #held: List | null = null;
  #coming: Promise<List> | null = null;

  constructor(board: Board, text: ListText, limit: number, coding: Coding) {
    this.#board = board;
    this.#text = text;
    this.#limit = limit;
    this.#coding = coding;
  }

  /** The list as it is now or a moment from now. */
  async take(): Promise<List> {
    return this.ready() ?? this.#next();
  }

  /** The current list, if it is already prepared. */
  ready(): List | null {
    const { epoch, rev } = this.#board;
    const held = this.#held;
    return held?.rev === rev && held.epoch === epoch ? held : null;
  }

  async #next(): Promise<List> {
    // The list being prepared may lack a commit that this caller already knows about.
    if (this.#coming) await this.#coming;
    const current = this.ready();
    if (current) return current;
    this.#coming ??= this.#prepare();
    return this.#coming;
  }

  async #prepare(): Promise<List> {
    try {
      const { epoch, rev } = this.#board;
      const head = listHead(this.#board, this.#limit);
      const body = await COMPRESS[this.#coding](Buffer.from(this.#text.first(this.#limit)));
      const coding = this.#coding === 'identity' ? [] : ['Content-Encoding', this.#coding];
      this.#held = {
        epoch,
        rev,
        head: [
          ...head,
          'Content-Type',
          'application/json; charset=utf-8',
          ...coding,
          'Content-Length',
          String(body.length),
        ],
        body,
      };
      return this.#held;
    } finally {
      this.#coming = null;
    }
  }
}
