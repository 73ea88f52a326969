/**
 * Calls whose work goes through shared queues (signatures, contract wallets, lists, rankings, the past, tokens): each
 * address runs only a few of them at a time and queues the rest behind its own, so that no address can fill
 * a shared queue.
 */
import type { IncomingMessage } from 'node:http';
import type { Call } from '../../common/protocol/call.ts';
import { denaStakesCall } from '../../common/protocol/dena-stakes.ts';
import { eventsCall } from '../../common/protocol/events.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { territoryCall, verifyNftCall } from '../../common/protocol/nfts.ts';
import { playerCall } from '../../common/protocol/players.ts';
import { replayCall } from '../../common/protocol/replay.ts';
import { signInCall } from '../../common/protocol/session.ts';
import { CallerGone, createBoundedQueue, type BoundedQueue } from '../lib/bounded-queue.ts';
import { callerKey } from '../lib/caller-address.ts';

const SHARED: ReadonlySet<Call> = new Set<Call>([
  signInCall,
  verifyNftCall,
  denaStakesCall,
  territoryCall,
  eventsCall,
  leaderboardCall,
  playerCall,
  replayCall,
]);

/** A school behind one address waits a moment; it is refused only above this. */
const LINE = { atOnce: 4, waiting: 2000 } as const;
const WAIT_MS = 4000;

/**
 * Answers a call when its caller's turn comes.
 * @returns null if the connection closed first: a queued call holds all that was read from its connection,
 * so a client that kept asking, waiting and disconnecting would otherwise fill the memory.
 * @throws QueueFull
 */
export type InCallersLine = <Answer>(
  call: Call,
  request: IncomingMessage,
  answer: () => Promise<Answer>,
) => Promise<Answer | null>;

export function createCallerLines(trustProxyHops: number): InCallersLine {
  /** An address without active calls has no entry. */
  const lines = new Map<string, { readonly queue: BoundedQueue; users: number }>();

  return async (call, request, answer) => {
    if (!SHARED.has(call)) return answer();
    if (request.socket.destroyed) return null;
    const key = callerKey(request, trustProxyHops);
    const line = lines.get(key) ?? { queue: createBoundedQueue(LINE), users: 0 };
    lines.set(key, line);
    line.users += 1;
    const gone = new AbortController();
    const leave = () => gone.abort();
    request.socket.once('close', leave);
    try {
      return await line.queue.run(answer, WAIT_MS, gone.signal);
    } catch (error) {
      if (error instanceof CallerGone) return null;
      throw error;
    } finally {
      request.socket.off('close', leave);
      line.users -= 1;
      if (line.users === 0) lines.delete(key);
    }
  };
}
