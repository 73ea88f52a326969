/** A store that keeps everything in memory and acknowledges at once: what durability is measured by. */
import type { Change } from '../../common/rules/decision.ts';
import type { Address } from '../../common/values/address.ts';
import { epochSchema, revSchema, type Rev } from '../../common/values/ids.ts';
import type { Player } from '../../common/values/player.ts';
import type { Stake } from '../../common/values/stake.ts';
import {
  VersionConflict,
  type FeedListener,
  type Receipt,
  type Store,
} from '../../server/store/store.ts';

export function openMemoryStore(): Store {
  const players = new Map<Address, Player>();
  const stakes = new Map<Address, Map<string, Stake>>();
  const receipts = new Map<string, Receipt>();
  const settings = new Map<string, string>();
  const listeners = new Set<FeedListener>();
  let commits = 0;
  const revOf = (commit: number): Rev => revSchema.parse(commit.toString(16).padStart(16, '0'));

  return {
    async loadPlayers() {
      const all = [...players.values()];
      return {
        epoch: epochSchema.parse('memory'),
        rev: revOf(commits),
        count: all.length,
        players: (async function* () {
          yield await Promise.resolve(all);
        })(),
      };
    },
    load: (wallet, commandId) =>
      Promise.resolve({
        player: players.get(wallet) ?? null,
        stakes: [...(stakes.get(wallet)?.values() ?? [])],
        receipt: (commandId && receipts.get(`${wallet} ${commandId}`)) ?? null,
      }),
    player: (wallet) => Promise.resolve(players.get(wallet) ?? null),
    stakes: (wallet) => Promise.resolve([...(stakes.get(wallet)?.values() ?? [])]),
    async commit(change: Change, expectedVersion, receipt) {
      const { wallet } = change.player;
      if ((players.get(wallet)?.version ?? 0) !== expectedVersion) {
        throw new VersionConflict('another commit came first');
      }
      commits += 1;
      const rev = revOf(commits);
      players.set(wallet, change.player);
      const known = stakes.get(wallet) ?? new Map<string, Stake>();
      for (const stake of change.stakes) known.set(stake.id, stake);
      stakes.set(wallet, known);
      if (receipt) receipts.set(`${wallet} ${receipt.commandId}`, receipt);
      for (const listener of listeners) listener.onEvent({ ...change.event, rev });
      return rev;
    },
    watch(_after, listener) {
      listeners.add(listener);
      return {
        async close() {
          listeners.delete(listener);
        },
      };
    },
    events: () => Promise.resolve([]),
    issueNonce: () => Promise.resolve(),
    spendNonce: () => Promise.resolve(true),
    setting: (name) => Promise.resolve(settings.get(name) ?? null),
    async putSetting(name, value) {
      settings.set(name, value);
    },
    holdLease: () => Promise.resolve(true),
    releaseLease: () => Promise.resolve(),
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
