/** Recomputes one wallet from its stakes and its events, and compares that with what is stored. */
import { denaGdpBonus, standingOf } from '../../common/rules/gdp.ts';
import { receiptOf } from '../../common/rules/receipt.ts';
import type { Player, Standing } from '../../common/values/player.ts';
import { isActive, type Stake } from '../../common/values/stake.ts';
import type { KeptStake, KeptWallet } from './kept-wallets.ts';
import { Replay, type Report } from './replay.ts';
import { dollars, number } from './words.ts';

export type WalletCheck = ReturnType<typeof checkWallet>;

/** @param report called with every difference. */
export function checkWallet(kept: KeptWallet, report: Report) {
  const { wallet } = kept;
  const stakes = kept.stakes.flatMap(({ stake }) => stake ?? []);
  checkRecords(wallet, kept.stakes, report);
  const player = kept.player === 'unreadable' ? null : kept.player;
  if (player) checkPlayer(wallet, player, stakes, kept.stakes.length - stakes.length, report);
  else report(kept.player ? 'the player can’t be read' : 'there is no player of these records');
  const replay = player && new Replay(kept, player, report);
  const unreadable = { detail: 0, row: 0 };
  for (const event of kept.events) {
    if (event.event.lost !== null) unreadable[event.event.lost] += 1;
    replay?.take(event);
  }
  replay?.finish();
  return {
    /** Null if there is none, or it can't be read. */
    player,
    /** [GDP1] Recomputed; null without a player. */
    receipt: player && receiptOf(player.nationId, stakes),
    stakes: { all: kept.stakes.length, active: stakes.filter(isActive).length },
    /** `ends`: the first and the last that could be read. */
    events: { all: kept.events.length, ends: replay?.ends ?? [null, null], unreadable },
  };
}

/** Checks each stake's own record. */
function checkRecords(wallet: string, kept: readonly KeptStake[], report: Report): void {
  for (const { id, stake } of kept) {
    if (!stake) {
      report(`the stake ${id} can’t be read`);
      continue;
    }
    if (stake.wallet !== wallet || stake.id !== id) {
      report(`the stake ${id} says that it is ${stake.id} of ${stake.wallet}`);
    }
    if (stake.kind === 'dena' && BigInt(stake.gdpBonus) !== denaGdpBonus(stake.amountWei)) {
      report(
        `the stake ${id} says that it adds ${dollars(stake.gdpBonus)}, its DENA add ${dollars(denaGdpBonus(stake.amountWei))}`,
      );
    }
  }
}

function checkPlayer(
  wallet: string,
  player: Player,
  stakes: readonly Stake[],
  unreadable: number,
  report: Report,
): void {
  if (player.wallet !== wallet) report(`the player says that it is ${player.wallet}`);
  // It has been reported, and it would make all totals differ.
  if (unreadable > 0) return;
  const standing = standingOf(player.nationId, stakes);
  if (!standing) {
    report('its stakes come to more than a GDP can be');
    return;
  }
  const recomputed = new Map(totalsOf(standing));
  for (const [name, stored] of totalsOf(player.standing)) {
    const computed = recomputed.get(name) ?? NaN;
    if (stored === computed) continue;
    report(`${name} is stored as ${number(stored)}, its stakes come to ${number(computed)}`);
  }
}

/** [GDP1] The GDP and every running total, by their names. */
function totalsOf({ activeStakes, ...totals }: Standing): [string, number | bigint][] {
  return [
    ...Object.entries(totals),
    ...Object.entries(activeStakes).map(([kind, count]): [string, number] => [
      `activeStakes.${kind}`,
      count,
    ]),
  ];
}
