/**
 * [ORD1] If one commit was answered before another was sent, it is the earlier one. Concurrent commits may be
 * in any order, but always in the same one.
 */
import type { Deed, Stake } from './deed.ts';
import type { WireEvent } from './wire.ts';

/** The stakes that must end for the balance to cover the rest: newest first, and only whole stakes. */
export function beyond(newest: readonly Stake[], balance: bigint): Stake[] {
  const size = ({ kind, amountWei, quantity }: Stake) =>
    kind === 'dena' ? amountWei : BigInt(quantity);
  const staked = newest.reduce((sum, stake) => sum + size(stake), 0n);
  let over = staked - (balance > 0n ? balance : 0n);
  return newest.filter((stake) => {
    if (over <= 0n) return false;
    over -= size(stake);
    return true;
  });
}

/** Whether the first of two deeds was answered before the second was sent. */
export function isBefore(first: Deed | undefined, second: Deed | undefined): boolean {
  return first !== undefined && second !== undefined && first.answeredAt < second.sentAt;
}

/**
 * Events in the wrong order.
 * @param events all of them, oldest first.
 * @param deedOf the deed behind an event; undefined if the server caused it.
 */
export function wrongOrder(
  events: readonly WireEvent[],
  deedOf: (event: WireEvent) => Deed | undefined,
): string[] {
  const complaints: string[] = [];
  let latest: Deed | undefined;
  for (const event of events) {
    const deed = deedOf(event);
    if (!deed) continue;
    if (isBefore(deed, latest)) {
      complaints.push(
        `event ${event.id} (${deed.key}) comes after that of ${latest?.key}, though it was answered before that was sent [ORD1]`,
      );
    }
    if (!latest || deed.sentAt > latest.sentAt) latest = deed;
  }
  return complaints;
}
