/** A small game for tests: players made by the rules, every commit an event with its rev. */
import { z } from 'zod';
import { chooseNation } from '../../../common/rules/choose-nation.ts';
import { changeBy, type Change } from '../../../common/rules/decision.ts';
import { snapshotRow } from '../../../common/rules/ranking.ts';
import { stakeDena } from '../../../common/rules/stake-dena.ts';
import { stakeNft } from '../../../common/rules/stake-nft.ts';
import { verifyHoldings } from '../../../common/rules/verify-holdings.ts';
import {
  after,
  ALICE,
  dena,
  holdings,
  NOW,
  type PlayerState,
  rules,
  stakeId,
  walletOf,
} from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import {
  eventDraftSchema,
  storedEventSchema,
  type EraEvent,
  type StoredEvent,
} from '../../../common/values/stored-event.ts';
import { epochSchema, revSchema, type Rev } from '../../../common/values/ids.ts';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import { isActive } from '../../../common/values/stake.ts';
import { weekBegins } from '../../../common/values/week.ts';
import type { Snapshot } from '../../store/store.ts';
import type { Board } from '../board.ts';

export const EPOCH = epochSchema.parse('test-epoch');

export function revOf(n: number): Rev {
  return revSchema.parse(n.toString(16).padStart(16, '0'));
}

/** What each player of the game may do; a command that the rules refuse commits nothing. */
export type Move =
  | { readonly do: 'choose'; readonly player: number; readonly nationId: NationId }
  | { readonly do: 'stake-dena'; readonly player: number; readonly amount: number }
  | { readonly do: 'stake-cultural'; readonly player: number; readonly quantity: number }
  | { readonly do: 'end-stakes'; readonly player: number }
  | { readonly do: 'receive-dena'; readonly player: number; readonly amount: number };

export function choose(player: number, nationId: NationId): Move {
  return { do: 'choose', player, nationId };
}

/** @param amount in whole DENA */
export function stake(player: number, amount: number): Move {
  return { do: 'stake-dena', player, amount };
}

export class SmallGame {
  now = NOW;
  epoch = EPOCH;
  #commits = 0;
  readonly #states = new Map<Address, PlayerState>();

  /** The event of the move's commit; null if the move changes nothing. */
  play(move: Move): StoredEvent | null {
    const wallet = walletOf(move.player);
    const state = this.#states.get(wallet) ?? null;
    const change = this.#changeOf(move, wallet, state);
    if (!change) return null;
    this.#states.set(wallet, after(state, change));
    this.#commits += 1;
    // Encoded and decoded, as an event goes through a store.
    const written = z.encode(eventDraftSchema, change.event);
    return storedEventSchema.parse({ ...written, rev: revOf(this.#commits) });
  }

  /** Makes the move and applies it to the board. */
  playOn(board: Board, move: Move): StoredEvent | null {
    const event = this.play(move);
    if (event) board.apply(event);
    return event;
  }

  /** [SEA1] Ends a week on a board; the game goes on after its end. */
  endWeek(board: Board, week: number): EraEvent {
    this.#commits += 1;
    const at = weekBegins(week + 1);
    const event = { kind: 'week-ended', at, week, rev: revOf(this.#commits) } as const;
    this.now = Math.max(this.now, at);
    board.apply(event);
    return event;
  }

  /** Everyone as of the last move, in two batches. */
  snapshot(): Snapshot {
    const rows = [...this.#states.values()].map((state) => snapshotRow(state.player));
    const half = Math.ceil(rows.length / 2);
    const batches = [rows.slice(0, half), rows.slice(half)];
    return {
      epoch: this.epoch,
      rev: revOf(this.#commits),
      players: (async function* () {
        for (const batch of batches) yield await Promise.resolve(batch);
      })(),
    };
  }

  #changeOf(move: Move, wallet: Address, state: PlayerState | null): Change | null {
    const { now } = this;
    const player = state && state.player;
    const id = stakeId(`stake-${this.#commits}`);
    const balances = player?.holdings ?? holdings({ denaWei: dena(1_000_000), cultural: 100 });
    switch (move.do) {
      case 'choose': {
        const { nationId } = move;
        const decision = chooseNation(
          player,
          { wallet, nationId },
          { now, rules, holdings: balances },
        );
        return decision.ok ? decision.change : null;
      }
      case 'stake-dena': {
        const command = { stakeId: id, amountWei: dena(move.amount) };
        const decision = stakeDena(player, command, {
          now,
          rules,
          holdings: balances,
        });
        return decision.ok ? decision.change : null;
      }
      case 'stake-cultural': {
        if (!player) return null;
        const { tokenId } = NATIONS[player.nationId];
        const decision = stakeNft(
          player,
          {
            stakeId: id,
            kind: 'cultural',
            contract: ALICE,
            tokenId: BigInt(tokenId),
            quantity: move.quantity,
          },
          {
            now,
            rules,
            holdings: balances,
            collections: { national: ALICE, cultural: ALICE },
            token: { imageUrl: '', attributes: [] },
          },
        );
        return decision.ok ? decision.change : null;
      }
      case 'end-stakes': {
        const stakes = state?.stakes.filter(isActive).map((before) => ({
          before,
          after: {
            ...before,
            state: { status: 'ended', endedAt: now, reason: 'unbacked' },
          } as const,
        }));
        if (!player || !stakes?.length) return null;
        return changeBy(player, { kind: 'stakes-unbacked', detail: {}, stakes }, now);
      }
      case 'receive-dena': {
        if (!player) return null;
        const denaWei = balances.denaWei + dena(move.amount);
        return verifyHoldings(player, {
          now,
          rules,
          holdings: { ...balances, denaWei },
          stakes: [],
        });
      }
    }
  }
}
