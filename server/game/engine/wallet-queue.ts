/** Commands of one queue in a row, those of different queues side by side. */

/** Runs a task when all earlier tasks of the same queue have ended, well or badly. */
export type InTurn = <T>(queue: string, task: () => Promise<T>) => Promise<T>;

export function createWalletQueue(): InTurn {
  const lastTurns = new Map<string, Promise<void>>();
  return (queue, task) => {
    const turn = (lastTurns.get(queue) ?? Promise.resolve()).then(task);
    const forget = () => {
      if (lastTurns.get(queue) === ended) lastTurns.delete(queue);
    };
    const ended = turn.then(forget, forget);
    lastTurns.set(queue, ended);
    return turn;
  };
}
