/** Runs the commands of one queue one after another, and those of different queues in parallel. */

/** Runs a task when all earlier tasks of the same queue have succeeded or failed. */
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
