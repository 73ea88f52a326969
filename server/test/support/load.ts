/**
 * A load of players on one or several game processes, as impatient and as careful as clients should
 * be: an unanswered request is sent again under the same Idempotency-Key, to the next process. And
 * one whose requests come at their rate, whatever is answered.
 */
import { Agent } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { denaStakeViewSchema } from '../../../common/protocol/dena-stakes.ts';
import { REFUSAL_HEADER } from '../../../common/protocol/refusals.ts';
import type { Address } from '../../../common/values/address.ts';
import { ask, send, type Asking } from './http-client.ts';

/** Between two commands of a player, which keeps it below the limits. */
const PAUSE_MS = 120;
/** Before an unanswered command is sent again. */
const RETRY_MS = 100;
/** After this many a player only trades: six in ten are stakes, and 500 may be active [STK1]. */
const STAKING_COMMANDS = 700;
/** How long a client waits for an answer. */
const PATIENCE_MS = 8000;

type Command =
  | { readonly kind: 'stake'; readonly stakeId: string }
  | { readonly kind: 'trade' }
  | { readonly kind: 'settlement' };

interface Acknowledged {
  readonly wallet: Address;
  readonly command: Command;
  /** `performance.now()` when its answer came, and when it was first sent. */
  readonly at: number;
  readonly sentAt: number;
  readonly tries: number;
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  /** Answers that no honest call should get, in words. */
  readonly refused: readonly string[];
  /** The codes of refusals after which a command is sent again. */
  readonly postponed: ReadonlySet<string>;
  /** Why requests failed without an answer, or with one that breaks the protocol, in words. */
  readonly broken: ReadonlySet<string>;
  /** Wallets whose last command was never answered: it was carried out or it was not. */
  readonly unknown: readonly Address[];
  /** Lets every command in progress get its answer; one that gets none in this time is given up. */
  stop(patienceMs?: number): Promise<void>;
}

/** They have a nation and DENA, and a session if one is required. */
interface LoadPlayer {
  readonly wallet: Address;
  readonly cookie?: string;
}

/** Every player plays, one command after the other. */
export function startLoad(options: {
  readonly players: readonly LoadPlayer[];
  /** The processes, as a balancer would choose among them. */
  readonly urls: readonly string[];
  /** Between two commands of a player; defaults to a few per second. */
  readonly pauseMs?: number;
}): Load {
  const { players, urls, pauseMs = PAUSE_MS } = options;
  const acknowledged: Acknowledged[] = [];
  const refused: string[] = [];
  const postponed = new Set<string>();
  const broken = new Set<string>();
  const unknown: Address[] = [];
  const stopping = new AbortController();
  let givesUpAt = Number.POSITIVE_INFINITY;
  const lanes = players.map(play);

  return {
    acknowledged,
    refused,
    postponed,
    broken,
    unknown,
    async stop(patienceMs = PATIENCE_MS) {
      stopping.abort();
      givesUpAt = performance.now() + patienceMs;
      await Promise.all(lanes);
    },
  };

  async function play(player: LoadPlayer, lane: number): Promise<void> {
    for (let n = lane; !stopping.signal.aborted; n += 1) {
      await act(player, n);
      await sleep(pauseMs);
    }
  }

  async function act({ wallet, cookie = '' }: LoadPlayer, n: number): Promise<void> {
    const { path, body } = requestOf(n);
    const sentAt = performance.now();
    for (let tries = 1; ; tries += 1) {
      const url = urls[(n + tries) % urls.length];
      const answer = await answerOf(url ?? '', path, {
        json: { walletAddress: wallet, ...body },
        headers: { Cookie: cookie, 'Idempotency-Key': `${n}` },
      }).catch((error: unknown) => {
        broken.add(String(error));
        return null;
      });
      if (answer?.status === 200 || answer?.status === 201) {
        const command = commandOf(path, answer.text);
        acknowledged.push({ wallet, command, at: performance.now(), sentAt, tries });
        return;
      }
      if (answer && answer.status !== 503) {
        refused.push(`${path} ${answer.status}: ${answer.text}`);
        return;
      }
      if (answer) postponed.add(String(answer.headers['x-refusal-code']));
      if (performance.now() > givesUpAt) {
        unknown.push(wallet);
        return;
      }
      await sleep(RETRY_MS);
    }
  }
}

/** What an open loop has besides: it sends nothing again. */
interface Arrivals extends Load {
  /** How many requests there were so far. */
  readonly sent: () => number;
  /** How many of them were refused in words, by code. */
  readonly refusals: ReadonlyMap<string, number>;
}

/** Between two looks at how many are due. */
const BEAT_MS = 5;
/**
 * As a balancer’s pool: a request that gets no connection in its time is never sent. Half of what
 * the kernel’s queue of connections holds (`listen.ts`): the kernel resets what is past that.
 */
const MOST_CONNECTIONS = 2048;
/** Every so many requests are reads of their callers. */
const READ_EVERY = 5;
const CANNOT_TELL = 'store-unavailable';

/**
 * Requests of all players in turn, each from an address of its own.
 * @param options.pace so many a second, which wait for no answer, or so many under way.
 */
export function startArrivals(options: {
  readonly players: readonly LoadPlayer[];
  readonly url: string;
  readonly pace: { readonly perSecond: number } | { readonly atOnce: number };
}): Arrivals {
  const { players, url, pace } = options;
  const acknowledged: Acknowledged[] = [];
  const refused: string[] = [];
  const broken = new Set<string>();
  const unknown: Address[] = [];
  const refusals = new Map<string, number>();
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS });
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  let sent = 0;
  const beat = setInterval(() => {
    const due =
      'atOnce' in pace
        ? sent + pace.atOnce - underWay.size
        : ((performance.now() - startedAt) / 1000) * pace.perSecond;
    for (; sent < due; sent += 1) {
      const arrival = arrive(sent);
      underWay.add(arrival);
      void arrival.finally(() => underWay.delete(arrival));
    }
  }, BEAT_MS);

  return {
    acknowledged,
    refused,
    postponed: new Set(),
    broken,
    unknown,
    refusals,
    sent: () => sent,
    async stop() {
      clearInterval(beat);
      await Promise.all(underWay);
      agent.destroy();
    },
  };

  async function arrive(n: number): Promise<void> {
    const lane = n % players.length;
    const player = players[lane];
    if (!player) throw new Error('there are no players');
    const { wallet, cookie = '' } = player;
    const isRead = n % READ_EVERY === 0;
    const round = Math.floor(n / players.length);
    const { path, body } = requestOf(round + lane);
    const headers = {
      Cookie: cookie,
      'X-Forwarded-For': `10.0.${lane >> 8}.${lane & 255}`,
      ...(!isRead && { 'Idempotency-Key': `${startedAt}-${round}` }),
    };
    const sentAt = performance.now();
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await (isRead
        ? send(url, `/api/players/${wallet}`, { headers }, { agent, signal })
        : send(
            url,
            path,
            { json: { walletAddress: wallet, ...body }, headers },
            { agent, signal },
          ));
      const content = await text(answer);
      const { statusCode = 0 } = answer;
      const code = String(answer.headers[REFUSAL_HEADER.toLowerCase()]);
      if (statusCode === 200 || statusCode === 201) {
        if (isRead) return;
        const command = commandOf(path, content);
        acknowledged.push({ wallet, command, at: performance.now(), sentAt, tries: 1 });
      } else if ([429, 503].includes(statusCode) && Number(answer.headers['retry-after']) > 0) {
        refusals.set(code, (refusals.get(code) ?? 0) + 1);
        if (code === CANNOT_TELL && !isRead) unknown.push(wallet);
      } else refused.push(`${path} ${statusCode}: ${content}`);
    } catch (error) {
      broken.add(String(error));
      if (!isRead) unknown.push(wallet);
    }
  }
}

function requestOf(n: number): { readonly path: string; readonly body: object } {
  if (n % 10 === 9) return { path: '/api/resources/update', body: {} };
  if (n % 3 === 2 || n > STAKING_COMMANDS) {
    return { path: '/api/trade', body: { resourceType: 'wood', quantity: 10 } };
  }
  return { path: '/api/dena/stake', body: { amount: 10 } };
}

function commandOf(path: string, text: string): Command {
  if (path === '/api/trade') return { kind: 'trade' };
  if (path === '/api/resources/update') return { kind: 'settlement' };
  return { kind: 'stake', stakeId: denaStakeViewSchema.parse(JSON.parse(text)).id };
}

/**
 * Null if no answer came in time. @throws Error if the process is gone, or its answer was lost on
 * the way.
 */
function answerOf(url: string, path: string, asking: Asking) {
  const timeout = sleep(PATIENCE_MS).then(() => null);
  return Promise.race([ask(url, path, asking), timeout]);
}
