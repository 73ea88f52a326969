/** The current news: the watcher of live messages writes it, the strips show it. */
import { useSyncExternalStore } from 'react';
import type { Address } from '../../../../common/values/address.ts';
import type { Away } from './away.ts';
import type { Named, OwnMove, Telling } from './tellings.ts';

export interface Theatre extends OwnMove {
  /** Dollars. */
  readonly gdpBefore: number;
  /** The best-ranked of those who were passed. */
  readonly passed: readonly Named[];
}

export interface Told {
  /** Whose news it is; null: no wallet. */
  readonly wallet: Address | null;
  readonly away: Away | null;
  /** Newest first. */
  readonly tellings: readonly Telling[];
  /** The player's own move, while it is celebrated. */
  readonly theatre: Theatre | null;
}

const NOTHING: Told = { wallet: null, away: null, tellings: [], theatre: null };

let told = NOTHING;
const listeners = new Set<() => void>();

export function setTold(change: (held: Told) => Told): void {
  const next = change(told);
  if (next === told) return;
  told = next;
  for (const listener of listeners) listener();
}

/** Switches to another wallet, with its stored news. */
export function startTold(wallet: Address | null, tellings: readonly Telling[]): void {
  setTold(() => ({ ...NOTHING, wallet, tellings }));
}

export function tell(telling: Telling): void {
  setTold((held) => ({
    ...held,
    tellings: [telling, ...held.tellings.filter(({ key }) => key !== telling.key)],
  }));
}

export function dismiss(key: string): void {
  setTold((held) => ({
    ...held,
    tellings: held.tellings.filter((telling) => telling.key !== key),
  }));
}

export function setTheatre(theatre: Theatre | null): void {
  setTold((held) => ({ ...held, theatre }));
}

export function dismissAway(): void {
  setTold((held) => ({ ...held, away: null }));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTold(): Told {
  return useSyncExternalStore(
    subscribe,
    () => told,
    () => NOTHING,
  );
}
