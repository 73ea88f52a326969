/**
 * A load of players on one or several game processes, as impatient and as careful as clients should
 * be: an unanswered request is sent again under the same Idempotency-Key, to the next process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { denaStakeViewSchema } from '../../../common/protocol/dena-stakes.ts';
import type { Address } from '../../../common/values/address.ts';
import { ask, type Asking } from './http-client.ts';

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
