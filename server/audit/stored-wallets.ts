/**
 * A data set wallet by wallet: everything about one wallet is from one moment. What can't be read
 * is passed on as unreadable.
 */
import { followedBy } from '../../common/rules/change-rules.ts';
import { UNCHANGED_RULES } from '../../common/rules/specified.ts';
import type { Address } from '../../common/values/address.ts';
import type { Player } from '../../common/values/player.ts';
import type { RulesInForce } from '../../common/values/rules.ts';
import type { Stake } from '../../common/values/stake.ts';
import type { EventDraft } from '../../common/values/stored-event.ts';
import { storedEra, type StoredEra } from '../store/era.ts';
import { rulesInEra } from '../store/kept/era.ts';
import { ABOVE_ALL, type Parts, type WalletRange, type WalletSource } from '../store/stream.ts';
import {
  eventDocument,
  fromText,
  ifReadable,
  playerDocument,
  stakeDocument,
} from '../store/documents.ts';

export interface StoredStake {
  readonly id: string;
  /** Null: it can't be read. */
  readonly stake: Stake | null;
}

export interface VersionedEvent {
  /** The version of the player that its commit made. */
  readonly version: number;
  /** Null: it can't be read. */
  readonly event: EventDraft | null;
}

/** Everything stored about one wallet. */
export interface StoredWallet {
  readonly wallet: string;
  /** Null: there is no player. */
  readonly player: Player | 'unreadable' | null;
  readonly stakes: readonly StoredStake[];
  /** In the order of their versions. */
  readonly events: readonly VersionedEvent[];
  /** Those of the game, in force after as many changes of them as each one's place says. */
  readonly rules: readonly RulesInForce[];
}

/** Players whose stakes and events are read together, and in memory meanwhile. */
const BATCH = 100;

/** Every wallet that the store knows anything about, or only this one. @throws StoreNotOpened */
export async function* storedWallets(
  source: WalletSource,
  only: Address | null,
): AsyncGenerator<StoredWallet> {
  const last = only ?? ABOVE_ALL;
  let after = only ? justBefore(only) : '';
  for (;;) {
    await source.refresh();
    const players: Parts['players'][] = [];
    const next = source.read('players', { after, upTo: last }, BATCH);
    for await (const batch of next) players.push(...batch);
    const isLast = players.length < BATCH;
    const upTo = isLast ? last : (players.at(-1)?.[0] ?? last);
    yield* together(source, players, { after, upTo });
    if (isLast) break;
    after = upTo;
  }
  await source.refresh();
}

/** @throws StoreNotOpened */
export async function eraIn(source: WalletSource): Promise<StoredEra> {
  const [row] = await source.rows('era').range({ limit: 1, order: 'ascending' });
  return storedEra(row?.document ?? null);
}

function rulesOf({ value }: StoredEra): RulesInForce[] {
  const [, ...changes] = rulesInEra(value)?.sets ?? [];
  let rules = UNCHANGED_RULES;
  return [rules, ...changes.map((next) => (rules = followedBy(rules, next.rules, next.since)))];
}

interface Rows {
  readonly players: Parts['players'][];
  readonly stakes: Parts['stakes'][];
  readonly events: Parts['events'][];
}

async function* together(
  source: WalletSource,
  players: readonly Parts['players'][],
  range: WalletRange,
): AsyncGenerator<StoredWallet> {
  const wallets = new Map<string, Rows>();
  const rowsOf = ([wallet]: readonly [string, ...unknown[]]) => {
    const rows = wallets.get(wallet) ?? { players: [], stakes: [], events: [] };
    wallets.set(wallet, rows);
    return rows;
  };
  for (const row of players) rowsOf(row).players.push(row);
  for await (const batch of source.read('stakes', range)) {
    for (const row of batch) rowsOf(row).stakes.push(row);
  }
  for await (const batch of source.read('events', range)) {
    for (const row of batch) rowsOf(row).events.push(row);
  }
  const rules = rulesOf(await eraIn(source));
  for (const [wallet, rows] of [...wallets].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [player] = rows.players;
    yield {
      wallet,
      player: player ? playerOf(player) : null,
      stakes: rows.stakes.map(([, id, text]) => ({
        id,
        stake: ifReadable(() => stakeDocument.decode(fromText(text))),
      })),
      events: rows.events
        .toSorted(([, a], [, b]) => a - b)
        .map(([, version, text]) => ({
          version,
          event: ifReadable(() => eventDocument.decode(fromText(text))),
        })),
      rules,
    };
  }
}

function playerOf([, text]: Parts['players']): Player | 'unreadable' {
  return ifReadable(() => playerDocument.decode(fromText(text))) ?? 'unreadable';
}

/** Sorts above every wallet that comes before this one. */
export function justBefore(wallet: string): string {
  const end = wallet.length - 1;
  return wallet.slice(0, end) + String.fromCodePoint(wallet.charCodeAt(end) - 1) + ABOVE_ALL;
}
