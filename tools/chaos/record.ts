/**
 * Records what clients are answered while a game's processes and networks fail: a line of JSON for
 * each operation, with when it was sent and answered, for `checker/` to judge. The clients are the
 * package's own, so a command whose answer is lost is sent again under its key, to any process.
 */
import { expect } from 'vitest';
import { createClient, revisionOf, type Answer } from '../../client-kit/client.ts';
import { ApiError, isUncertain } from '../../client-kit/api/api-error.ts';
import { isOlder, type Revision } from '../../client-kit/api/revision.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { SPECIFIED_RULES } from '../../common/rules/specified.ts';
import type { Address } from '../../common/values/address.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { RESOURCE_TYPES } from '../../common/values/resources.ts';
import { sleep } from '../../server/lib/machine.ts';
import { ask } from '../../server/test/support/http-client.ts';
import type { Game } from '../rig/game.ts';
import type { Proxy } from '../rig/proxy.ts';
import { between, oneOf, pick, randomOf, weighted, type Random } from '../world/random.ts';
import { HANGS } from './run.ts';
import type { Send, WrongServer } from './wrong-servers.ts';

/** Whole DENA of each wallet: some cannot pay for all that they are asked to buy. */
const HOLDINGS = [40_000, 80_000, 160_000, 1_000_000];
const WALLETS = HOLDINGS.map((_, n) => walletOf(n + 1));
const CLIENTS = 12;
const PAUSE_MS = 150;
/** After it a command is given up, and nobody knows what came of it. */
const PATIENCE_MS = 30_000;
/**
 * Of one stake in eight. (Lists show whether it was made; of trades only sums are seen, and with
 * many that may have been made the checker would not end.)
 */
const SHORT_PATIENCE_MS = 60;

const KINDS = ['stake', 'trade', 'unstake', 'player', 'stakes', 'ranking'] as const;
const OFTEN = { stake: 3, trade: 3, unstake: 1, player: 3, stakes: 2, ranking: 1 };

type Line = Readonly<Record<string, unknown>>;
type Outcome =
  | { readonly outcome: 'ok'; readonly rev: string; readonly shows?: object }
  | { readonly outcome: 'refused'; readonly code: string | null }
  | { readonly outcome: 'unknown' };

/** Microseconds on the one clock of the recording. */
const now = (): number => Math.round(performance.now() * 1000);
const unitsOf = (units: Record<(typeof RESOURCE_TYPES)[number], number>) =>
  RESOURCE_TYPES.map((type) => units[type]);

/** The wallets join; what every history begins with. */
async function join(game: Game): Promise<Line> {
  const wallets: Record<string, object> = {};
  for (const [n, wallet] of WALLETS.entries()) {
    const nationId = NATION_IDS[n] ?? 'italy';
    const holdings = HOLDINGS[n] ?? 0;
    game.give(wallet, { denaWei: dena(holdings) });
    const json = { walletAddress: wallet, nationId };
    expect((await ask(game.server.url, '/api/player-nation', { json })).status).toBe(201);
    wallets[wallet] = { dena: holdings, gdp: SPECIFIED_RULES.startingGdp[nationId] };
  }
  return { wallets };
}

export class Recording {
  readonly lines: Line[] = [];
  readonly random: Random;
  /** Staked by an acknowledged command: what may be unstaked. */
  readonly stakes: { readonly wallet: Address; readonly id: string; readonly amount: number }[] =
    [];
  /** The newest revision that any client has seen. */
  newest: Revision | undefined;
  readonly proxies: readonly Proxy[];
  readonly send: Send;
  readonly #staked = new Map<Address, number>();

  private constructor(
    of: { seed: number; proxies: readonly Proxy[]; wrong: WrongServer | undefined },
    first: Line,
  ) {
    this.random = randomOf(of.seed, 'history');
    this.proxies = of.proxies;
    this.lines.push(first);
    const toAny: Send = (path, init) => fetch(pick(this.random, of.proxies).url + path, init);
    this.send = of.wrong?.(toAny) ?? toAny;
  }

  /**
   * @param options.proxies in front of the processes: clients send each request to any of them.
   * @param options.meanwhile the faults; the recording ends when they do.
   */
  static async make(options: {
    readonly game: Game;
    readonly proxies: readonly Proxy[];
    readonly seed: number;
    readonly wrong?: WrongServer;
    readonly meanwhile: (recording: Recording) => Promise<void>;
  }): Promise<readonly Line[]> {
    const { game, proxies, seed, wrong, meanwhile } = options;
    const recording = new Recording({ seed, proxies, wrong }, await join(game));
    const ending = new AbortController();
    const clients = Array.from({ length: CLIENTS }, (_, n) => new RecordedClient(recording, n));
    const played = clients.map((client) => client.play(ending.signal));
    try {
      await meanwhile(recording);
    } finally {
      ending.abort();
      await Promise.all(played);
    }
    const last = new RecordedClient(recording, CLIENTS);
    for (const wallet of WALLETS) await last.finish(wallet);
    return recording.lines;
  }

  /** The amounts of a wallet's stakes differ, so that each can be told from the others. */
  nextAmount(wallet: Address): number {
    const amount = (this.#staked.get(wallet) ?? 0) + 10;
    this.#staked.set(wallet, amount);
    return amount;
  }

  /** What is wrong for a while; during an election a wallet's own state is promised less. */
  async fault(name: string, isElection: boolean, act: () => Promise<unknown>): Promise<void> {
    const from = now();
    await act();
    this.lines.push({ fault: name, isElection, call: from, return: now() });
  }
}

class RecordedClient {
  readonly #to: Recording;
  readonly #n: number;
  readonly #api: ReturnType<typeof createClient>;
  #newest: Revision | undefined;
  /** How often the present operation was sent. */
  #sent = 0;

  constructor(to: Recording, n: number) {
    this.#to = to;
    this.#n = n;
    this.#api = createClient({
      origin: to.proxies[0]?.url ?? '',
      fetch: (input, init = {}) => {
        this.#sent += 1;
        const { pathname, search } = new URL(input instanceof Request ? input.url : input);
        const headers = new Headers(init.headers);
        // Each client is at an address of its own.
        headers.set('X-Forwarded-For', `10.0.0.${n}`);
        return to.send(pathname + search, { ...init, headers });
      },
    });
  }

  async play(ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      await this.#act();
      await sleep(between(this.#to.random, 0, PAUSE_MS));
    }
  }

  /** A commit, and a list that has it: what came of every stake before is in it. */
  async finish(wallet: Address): Promise<void> {
    await this.#stake(wallet);
    await expect.poll(() => this.#read('stakes', wallet, this.#to.newest), HANGS).toBe(true);
  }

  async #act(): Promise<void> {
    const { random, stakes } = this.#to;
    const wallet = pick(random, WALLETS);
    const kind = weighted(random, KINDS, OFTEN);
    if (kind === 'stake') await this.#stake(wallet);
    else if (kind === 'trade') {
      const resource = between(random, 0, RESOURCE_TYPES.length - 1);
      const resourceType = RESOURCE_TYPES[resource] ?? 'wood';
      const quantity = between(random, 1, 5) * 10;
      const cost = quantity * SPECIFIED_RULES.tradePrices[resourceType];
      await this.#command({ op: kind, wallet, resource, quantity, cost }, async (options) => {
        const body = { walletAddress: wallet, resourceType, quantity };
        const answer = await this.#api.call('buyResources', { body, ...options });
        return { answer, shows: playerOf(answer) };
      });
    } else if (kind === 'unstake' && stakes.length > 0) {
      const stake = pick(random, stakes);
      await this.#command(
        { op: kind, wallet: stake.wallet, amount: stake.amount },
        async (options) => {
          // prettier-ignore
          const body = { walletAddress: stake.wallet, stakeId: stake.id };
          return { answer: await this.#api.call('unstakeDena', { body, ...options }) };
        },
      );
    } else {
      const atLeast = oneOf(random, [undefined, undefined, this.#newest, this.#to.newest]);
      await this.#read(kind, wallet, atLeast);
    }
  }

  #stake(wallet: Address): Promise<void> {
    const amount = this.#to.nextAmount(wallet);
    return this.#command({ op: 'stake', wallet, amount }, async (options) => {
      const body = { walletAddress: wallet, amount };
      const answer = await this.#api.call('stakeDena', { body, ...options });
      this.#to.stakes.push({ wallet, id: answer.id, amount });
      return { answer };
    });
  }

  /** One in six is sent twice at once, under one key. */
  async #command(
    line: Line,
    call: (options: {
      readonly signal: AbortSignal;
      readonly idempotencyKey: string;
    }) => Promise<{ readonly answer: object; readonly shows?: object }>,
  ): Promise<void> {
    const { random, lines } = this.#to;
    const isShort = line['op'] === 'stake' && random() < 1 / 8;
    const options = {
      signal: AbortSignal.timeout(isShort ? between(random, 1, SHORT_PATIENCE_MS) : PATIENCE_MS),
      idempotencyKey: `${this.#n}-${lines.length}-${random()}`,
    };
    this.#sent = 0;
    const sentAt = now();
    let outcome: Outcome = { outcome: 'unknown' };
    try {
      const first = call(options);
      const { answer, shows } = await (random() < 1 / 6 ? Promise.any([first, call(options)]) : first); // prettier-ignore
      const rev = this.#see(answer)?.rev ?? '';
      outcome = { outcome: 'ok', rev, ...(shows && { shows }) };
    } catch (error) {
      const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
      // After a lost answer a refusal isn't the last word [PRO29].
      const wasLost = this.#sent > errors.length || errors.some(isUncertain);
      const [first] = errors;
      if (!wasLost && first instanceof ApiError) outcome = { outcome: 'refused', code: first.code };
    }
    lines.push({ client: this.#n, ...line, call: sentAt, return: now(), ...outcome });
  }

  /** @returns false if it is refused or lost, which says nothing. */
  async #read(kind: string, wallet: Address, atLeast: Revision | undefined): Promise<boolean> {
    const { lines } = this.#to;
    const asked = { ...(atLeast && { atLeast }), params: { walletAddress: wallet } };
    const sentAt = now();
    const record = (answer: object, of: Address, op: string, shows: object) => {
      const { rev } = this.#see(answer) ?? { rev: '' };
      const line = { client: this.#n, op, wallet: of, call: sentAt, return: now(), outcome: 'ok' };
      lines.push({ ...line, rev, ...(atLeast && { atLeast: atLeast.rev }), shows });
    };
    try {
      if (kind === 'ranking') {
        const rows = await this.#api.call('getLeaderboard', atLeast ? { atLeast } : {});
        for (const { walletAddress, gdp, denaHoldings, resources } of rows) {
          const shows = { gdp, holdings: Number(denaHoldings), units: unitsOf(resources) };
          record(rows, walletAddress, 'row', shows);
        }
      } else if (kind === 'player') {
        const answer = await this.#api.call('getPlayerNation', asked);
        record(answer, wallet, kind, playerOf(answer));
      } else {
        const answer = await this.#api.call('getDenaStakes', asked);
        const amounts = (isActive: 0 | 1) =>
          answer.flatMap((one) => (one.isActive === isActive ? [Number(one.stakedAmount)] : []));
        record(answer, wallet, 'stakes', { active: amounts(1), ended: amounts(0) });
      }
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) throw error;
      return false;
    }
    return true;
  }

  #see(answer: object): Revision | undefined {
    const revision = revisionOf(answer);
    if (revision && !isOlder(revision, this.#newest)) this.#newest = revision;
    if (revision && !isOlder(revision, this.#to.newest)) this.#to.newest = revision;
    return revision;
  }
}

function playerOf({ playerNation, resources }: Answer<'getPlayerNation'>) {
  const { totals, denaAvailable } = playerNation;
  return {
    staked: Number(totals.denaStaked),
    paid: Number(totals.denaSpent),
    available: Number(denaAvailable),
    units: unitsOf(resources),
  };
}
