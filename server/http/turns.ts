/**
 * Addresses take turns: a few requests of each begin in one turn of the event loop, and the rest
 * wait for the next turns. Without it, 64 connections that send requests constantly are all
 * answered before anyone else: on two busy cores, a bystander next to 64 connections requesting a
 * page waited 90 ms at the median.
 */
import type { IncomingMessage } from 'node:http';
import { defer } from '../lib/machine.ts';

const MOST_PER_TURN = 4;

/** @returns begins a request of an address in its turn, unless nobody waits for it any more. */
export function takeTurns(): (key: string, request: IncomingMessage, begin: () => void) => void {
  /**
   * Bounded by the number of connections, each of which may have only so many unanswered requests.
   */
  const lines = new Map<string, { begun: number; readonly waiting: (() => void)[] }>();
  let isTurnComing = false;

  return (key, request, begin) => {
    const line = lines.get(key) ?? { begun: 0, waiting: [] };
    lines.set(key, line);
    if (line.begun < MOST_PER_TURN) {
      line.begun += 1;
      begin();
    } else {
      line.waiting.push(() => {
        if (!request.socket.destroyed) begin();
      });
    }
    awaitTurn();
  };

  function awaitTurn(): void {
    if (isTurnComing) return;
    isTurnComing = true;
    defer(beginTurn);
  }

  function beginTurn(): void {
    isTurnComing = false;
    for (const [key, line] of lines) {
      const turn = line.waiting.splice(0, MOST_PER_TURN);
      line.begun = turn.length;
      if (line.begun === 0) lines.delete(key);
      for (const begin of turn) begin();
    }
    if (lines.size > 0) awaitTurn();
  }
}
