/** Commands of players in a world without any transport. */
import { dena } from '../../../common/testing/fixtures.ts';
import { chooseNationCommand } from '../../game/commands/choose-nation.ts';
import { stakeDenaCommand } from '../../game/commands/stakes.ts';
import { ALICE, intent, type GameWorld } from '../../test/support/game-world.ts';

export async function joinItaly({ game, chain }: GameWorld, wallet = ALICE): Promise<void> {
  chain.give(wallet, { denaWei: dena(100_000) });
  const outcome = await game.act(chooseNationCommand({ wallet, nationId: 'italy' }), intent());
  if (!outcome.ok) throw new Error(outcome.message);
}

/** @param amount in whole DENA */
export async function stakeIn({ game }: GameWorld, amount: number, wallet = ALICE): Promise<void> {
  const command = stakeDenaCommand({ wallet, amountWei: dena(amount) });
  const outcome = await game.act(command, intent());
  if (!outcome.ok) throw new Error(outcome.message);
}
