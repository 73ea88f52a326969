/**
 * Addresses take turns: a few requests of each begin in one turn of the event loop, and the rest wait for
 * the next turns. Without it, 64 connections that send requests constantly are all answered before anyone
 * else: on two busy cores, a bystander next to 64 connections requesting a page waited 90 ms at the median.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import { nextTurn } from '../lib/machine.ts';

const MOST_PER_TURN = 4;

/**
 * @param keyOf whose request it is
 * @param rest answers it when its turn comes, unless nobody waits for it any more.
 */
export function takeTurns(
  keyOf: (request: IncomingMessage) => string,
  rest: RequestListener,
): RequestListener {
  /** How many began in this turn. */
  let begun = new Map<string, number>();
  /**
   * First come, first served; bounded by the number of connections, each of which may have only so many
   * unanswered requests.
   */
  let waiting = new Map<string, (() => void)[]>();
  let isTurnComing = false;

  return (request, response) => {
    const key = keyOf(request);
    const line = waiting.get(key);
    if (!line && begin(key)) rest(request, response);
    else {
      const beginLater = () => {
        if (!request.socket.destroyed) rest(request, response);
      };
      if (line) line.push(beginLater);
      else waiting.set(key, [beginLater]);
    }
    awaitTurn();
  };

  function begin(key: string): boolean {
    const count = begun.get(key) ?? 0;
    if (count >= MOST_PER_TURN) return false;
    begun.set(key, count + 1);
    return true;
  }

  function awaitTurn(): void {
    if (isTurnComing) return;
    isTurnComing = true;
    nextTurn(beginTurn);
  }

  function beginTurn(): void {
    isTurnComing = false;
    begun = new Map();
    const lines = waiting;
    waiting = new Map();
    for (const [key, line] of lines) {
      const turn = line.splice(0, MOST_PER_TURN);
      begun.set(key, turn.length);
      if (line.length > 0) waiting.set(key, line);
      for (const beginNow of turn) beginNow();
    }
    if (waiting.size > 0) awaitTurn();
  }
}
