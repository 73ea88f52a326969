/** Random players that follow the rules: an audit must agree with them. */
import fc from 'fast-check';
import { chooseNation } from '../../../common/rules/choose-nation.ts';
import { inOrder, type Change } from '../../../common/rules/decision.ts';
import {
  anyCommand,
  decided,
  ENDOWED,
  worldOf,
  type Command,
} from '../../../common/testing/any-command.ts';
import { after, anyNation, NOW, rules, walletOf } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { SEED } from '../../../tools/test/seed.ts';
import type { Store } from '../../store/store.ts';

/** How many wallets' commits are in progress concurrently. */
const LANES = 64;

/** The commits of this many players, of wallets 1, 2, 3 and so on; the same for the same SEED. */
export function simulatedPlayers(
  count: number,
  { minLength = 4, maxLength = 20 } = {},
): Change[][] {
  const commands = fc.array(anyCommand, { minLength, maxLength });
  return fc
    .sample(fc.record({ nationId: anyNation, commands }), { seed: SEED, numRuns: count })
    .map(({ nationId, commands }, index) => played(walletOf(index + 1), nationId, commands));
}

/** Writes them as a game does: each player's in order, several players' concurrently. */
export async function commitPlayers(
  store: Store,
  players: readonly (readonly Change[])[],
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (;;) {
      const changes = players[next];
      next += 1;
      if (!changes) return;
      for (const change of changes) await store.commit(change, change.player.version - 1, null);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function played(wallet: Address, nationId: NationId, commands: readonly Command[]): Change[] {
  const joining = chooseNation(null, { wallet, nationId }, { now: NOW, rules, holdings: ENDOWED });
  if (!joining.ok || !joining.change) throw new Error('a newcomer may choose any nation');
  const joined = inOrder(joining.change, null, 1);
  const changes = [joined];
  let world = worldOf(after(null, joined));
  for (const [index, command] of commands.entries()) {
    const { at, change } = decided(world, command, index);
    world = at;
    if (!change) continue;
    const ordered = inOrder(change, at.state.player, index + 2);
    changes.push(ordered);
    world = { ...at, state: after(at.state, ordered) };
  }
  return changes;
}
