/** [LB1] [PRE1] Ranks, presidents and their tie-breakers. */
import type { Deed } from './deed.ts';
import type { NationId } from './facts.ts';
import { isBefore } from './order.ts';
import { copies, type WalletState } from './wallet.ts';
import type { WireEvent } from './wire.ts';

type DeedOf = (event: WireEvent) => Deed | undefined;

/** The tie orders seen so far; an order holds as long as the same two commits made the tie. */
export class TieMemory {
  readonly #above = new Set<string>();

  /** @returns whether the opposite order was seen before. */
  contradicts(above: WireEvent, below: WireEvent): boolean {
    if (this.#above.has(`${below.id} ${above.id}`)) return true;
    this.#above.add(`${above.id} ${below.id}`);
    return false;
  }
}

export interface Ties {
  readonly deedOf: DeedOf;
  readonly memory: TieMemory;
}

/**
 * What is wrong with an order of players, best first.
 * @param score the ranking value, and the commit that reached it.
 */
export function wrongRanks(
  what: string,
  ranked: readonly WalletState[],
  score: (state: WalletState) => readonly [number, WireEvent],
  ties: Ties,
): string[] {
  return ranked.flatMap((upper, place) =>
    ranked.slice(place + 1).flatMap((lower) => {
      const [more, upperSince] = score(upper);
      const [less, lowerSince] = score(lower);
      const pair = `${what}: ${upper.wallet} ranks above ${lower.wallet}`;
      if (more < less) return [`${pair} with ${more} against ${less}`];
      if (more > less) return [];
      return wrongTie(upperSince, lowerSince, ties).map((why) => `${pair} with ${more}, ${why}`);
    }),
  );
}

function wrongTie(upper: WireEvent, lower: WireEvent, { deedOf, memory }: Ties): string[] {
  if (isBefore(deedOf(lower), deedOf(upper))) {
    return [`though that one's ${lower.id} was answered before ${upper.id} was sent [ORD1]`];
  }
  return memory.contradicts(upper, lower) ? ['and ranked below it before'] : [];
}

interface President {
  readonly wallet: string | null;
  readonly count: number;
}

/** What is wrong with a nation's president. */
export function wrongPresident(
  nationId: NationId,
  told: President,
  players: readonly WalletState[],
  ties: Ties,
): string[] {
  const own = players.filter((state) => state.nationId === nationId);
  const most = Math.max(0, ...own.map((state) => copies(state, 'cultural')));
  const words = `president of ${nationId}`;
  if (told.count !== most) return [`${words}: ${told.count} NFTs are shown, the most is ${most}`];
  if (most === 0) {
    return told.wallet === null ? [] : [`${words}: ${told.wallet}, though nobody has staked any`];
  }
  const president = own.find((state) => state.wallet === told.wallet);
  if (!president) return [`${words}: ${told.wallet} is not one of its players`];
  const others = own.filter((state) => state !== president && copies(state, 'cultural') === most);
  if (copies(president, 'cultural') !== most)
    return [`${words}: ${told.wallet} does not have the most`];
  return others.flatMap((other) =>
    wrongRanks(
      words,
      [president, other],
      (state) => [copies(state, 'cultural'), state.culturalSince],
      ties,
    ),
  );
}
