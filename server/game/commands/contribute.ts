/** [WRK1] The command that contributes resources to the work of the player's nation. It needs no chain. */
import { z } from 'zod';
import { contribute } from '../../../common/rules/contribute.ts';
import { NO_NATION } from '../../../common/rules/decision.ts';
import type { Address } from '../../../common/values/address.ts';
import { shown, shownPlayerSchema } from '../../../common/values/player.ts';
import type { NationId } from '../../../common/values/nations.ts';
import type { ResourceType, ResourceUnits } from '../../../common/values/resources.ts';
import type { Command } from '../engine/command.ts';

const contributedSchema = z.object({ player: shownPlayerSchema });
export type Contributed = z.infer<typeof contributedSchema>;

/** @param totalsOf what a nation's players have contributed, as far as this process knows. */
export function contributeCommand(
  gift: {
    readonly wallet: Address;
    readonly resourceType: ResourceType;
    readonly quantity: number;
  },
  totalsOf: (nationId: NationId) => ResourceUnits,
): Command<Contributed> {
  const { wallet, resourceType, quantity } = gift;
  return {
    wallet,
    lane: 'ledger',
    answerSchema: contributedSchema,
    async decide({ player }, world) {
      if (!player) return NO_NATION;
      const facts = { now: world.now(), totals: totalsOf(player.nationId) };
      const decision = contribute(player, { resourceType, quantity }, facts);
      if (!decision.ok) return decision;
      const { change } = decision;
      return { ok: true, change, answer: { player: shown(change.player) } };
    },
  };
}
