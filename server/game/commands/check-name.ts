/** [NAM1] The command that records a wallet's name. The server issues it by itself. */
import { z } from 'zod';
import { checkName } from '../../../common/rules/check-name.ts';
import { NO_SUCH_PLAYER } from '../../../common/rules/decision.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Command } from '../engine/command.ts';

const checkedNameSchema = z.object({ isChanged: z.boolean() });
export type CheckedName = z.infer<typeof checkedNameSchema>;

/** @param name null: the wallet has none. */
export function checkNameCommand(wallet: Address, name: string | null): Command<CheckedName> {
  return {
    wallet,
    lane: 'upkeep',
    answerSchema: checkedNameSchema,
    async decide({ player }, world) {
      if (!player) return NO_SUCH_PLAYER;
      const change = checkName(player, name, { now: world.now() });
      return { ok: true, change, answer: { isChanged: change !== null } };
    },
  };
}
