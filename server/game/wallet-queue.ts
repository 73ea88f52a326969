/** One wallet's commands in a row, different wallets' side by side. */
import type { Address } from '../../common/values/address.ts';

/** Runs a task when all earlier tasks of the same wallet have ended, well or badly. */
export type InTurn = <T>(wallet: Address, task: () => Promise<T>) => Promise<T>;

export function createWalletQueue(): InTurn {
  const lastTurns = new Map<Address, Promise<void>>();
  return (wallet, task) => {
    const turn = (lastTurns.get(wallet) ?? Promise.resolve()).then(task);
    const forget = () => {
      if (lastTurns.get(wallet) === ended) lastTurns.delete(wallet);
    };
    const ended = turn.then(forget, forget);
    lastTurns.set(wallet, ended);
    return turn;
  };
}
