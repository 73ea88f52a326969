/** What a process shows: all of it at rest, and what must hold for its list at any moment. */
import { z } from 'zod';
import type { Shown, ShownWallet } from '../model/compare.ts';
import {
  changeSchema,
  configSchema,
  denaStakeSchema,
  eventSchema,
  nftStakeSchema,
  playerSchema,
  rowSchema,
  setSchema,
  workSchema,
  type WireChange,
  type WireEvent,
} from '../model/wire.ts';
import type { Answered } from '../model/history.ts';
import type { Answer, Complain, Server } from './deployment.ts';

const PAGE = 200;
const STAKES_PAGE = 1000;
/** [PRO9] A command waits a second for its process's list; a timer may fire a little early. */
const LIST_WAIT_MS = 990;

/** @throws Error if the process does not answer as it should at rest. */
export async function read<S extends z.ZodType>(
  server: Server,
  path: string,
  schema: S,
): Promise<z.output<S>> {
  return parsed(path, await server.ask(path), schema);
}

function parsed<S extends z.ZodType>(path: string, answer: Answer | null, schema: S): z.output<S> {
  if (answer?.status !== 200) {
    throw new Error(`GET ${path}: ${answer ? `${answer.status} ${answer.text}` : 'no answer'}`);
  }
  return schema.parse(JSON.parse(answer.text));
}

export type ShownBoard = Pick<Shown, 'rows' | 'works' | 'config' | 'rules'>;

/** What a process shows from its own memory. @throws Error if it does not answer. */
export async function readBoard(server: Server): Promise<ShownBoard> {
  return {
    rows: await read(server, '/api/leaderboard', z.array(rowSchema)),
    works: await read(server, '/api/works', z.array(workSchema)),
    config: await read(server, '/api/config', configSchema),
    rules: await read(server, '/api/rules', z.array(setSchema)),
  };
}

/** Everything that one process shows. @throws Error if it does not answer. */
export async function readAll(server: Server, wallets: readonly string[]): Promise<Shown> {
  const board = await readBoard(server);
  const shown = await Promise.all(
    wallets.map(async (wallet) => [wallet, await readWallet(server, wallet)] as const),
  );
  const all = await readEvents(server);
  const events = all.filter((event) => event.kind !== 'rules-changed');
  const changes = all.filter((event) => event.kind === 'rules-changed');
  return { ...board, events, changes, wallets: new Map(shown) };
}

async function readWallet(server: Server, wallet: string): Promise<ShownWallet> {
  const path = `/api/player-nation/${wallet}`;
  const answer = await server.ask(path);
  return {
    player: answer?.status === 404 ? null : parsed(path, answer, playerSchema),
    dena: await readPages(server, `/api/dena/stakes/${wallet}`, STAKES_PAGE, denaStakeSchema),
    nfts: await readPages(server, `/api/territory/${wallet}`, STAKES_PAGE, nftStakeSchema),
  };
}

/** @returns oldest first. */
async function readEvents(server: Server): Promise<(WireEvent | WireChange)[]> {
  const path = '/api/events';
  const newestFirst = await readPages(server, path, PAGE, z.union([changeSchema, eventSchema]));
  const ids = newestFirst.map(({ id }) => id);
  if (ids.some((id, n) => n > 0 && !(id < (ids[n - 1] ?? '')))) {
    throw new Error(`${path}: the events are not newest first, each once`);
  }
  return newestFirst.toReversed();
}

async function readPages<Item extends { readonly id: string }>(
  server: Server,
  path: string,
  size: number,
  schema: z.ZodType<Item>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const last = all.at(-1);
    const query = `limit=${size}${last ? `&before=${encodeURIComponent(last.id)}` : ''}`;
    const url = `${path}${path.includes('?') ? '&' : '?'}${query}`;
    const page = await read(server, url, z.array(schema));
    all.push(...page);
    if (page.length < size) return all;
  }
}

/** Reads one process during faults: what it shows is always consistent and never goes back. */
export class Reader {
  readonly #server: Server;
  readonly #complain: Complain;
  readonly #onList: (list: Answered) => void;
  #rev = '';
  #epoch: string | null = null;
  #acknowledged = '';
  /** The newest commit that any process answered. */
  #newest = '';
  #looks = 0;
  #reads = 0;

  /** @param onList called with each list. */
  constructor(server: Server, complain: Complain, onList: (list: Answered) => void = () => {}) {
    this.#server = server;
    this.#complain = complain;
    this.#onList = onList;
  }

  /** The data set is replaced [PRO7]. */
  forget(): void {
    [this.#rev, this.#acknowledged, this.#newest] = ['', '', ''];
    this.#epoch = null;
  }

  get reads(): number {
    return this.#reads;
  }

  /**
   * A commit was answered with this rev, so this process's list must be at least as new from now
   * on, unless the answer took so long that it no longer waited for the list [PRO9].
   */
  onRev(rev: string, tookMs: number): void {
    if (rev > this.#acknowledged && tookMs < LIST_WAIT_MS) this.#acknowledged = rev;
  }

  /** Some process answered with this rev: every process must be able to read it [PRO35]. */
  onCommit(rev: string): void {
    if (rev > this.#newest) this.#newest = rev;
  }

  /** Every other time it asks for the newest commit that it knows of. */
  async look(): Promise<void> {
    this.#looks += 1;
    const asks = this.#looks % 2 === 0 && this.#epoch !== null && this.#newest !== '';
    const acknowledged =
      asks && this.#newest > this.#acknowledged ? this.#newest : this.#acknowledged;
    const headers: Record<string, string> = asks
      ? { 'Denaria-At-Least': `${this.#epoch} ${this.#newest}` }
      : {};
    const answer = await this.#server.ask('/api/leaderboard', { headers });
    if (answer?.status !== 200) {
      const isExpected = answer === null || answer.status === 503 || answer.status === 429;
      if (!isExpected) this.#say(`GET /api/leaderboard: ${answer.status} ${answer.text}`);
      return;
    }
    this.#reads += 1;
    const rev = answer.headers['x-board-rev'] ?? '';
    const epoch = answer.headers['x-board-epoch'] ?? '';
    const rows = z.array(rowSchema).parse(JSON.parse(answer.text));
    if (rev < this.#rev) this.#say(`the list went back from ${this.#rev} to ${rev}`);
    if (rev < acknowledged)
      this.#say(`the list is at ${rev}, though commit ${acknowledged} was answered`);
    if (this.#epoch !== null && epoch !== this.#epoch) this.#say('the data set became another one');
    [this.#rev, this.#epoch] = [rev, epoch];
    const count = Number(answer.headers['x-total-count']);
    if (count !== rows.length) this.#say(`X-Total-Count is ${count} of ${rows.length} rows`);
    this.#onList({ rev, rows });
  }

  #say(words: string): void {
    this.#complain(`${this.#server.name}: ${words}`);
  }
}
