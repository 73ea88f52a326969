/**
 * The attackers' process. It runs at low priority, because a real attacker has a machine of its
 * own: it only gets what the servers and the honest clients leave of the two cores.
 */
import { z } from 'zod';
import { serveParent } from '../processes.ts';
import { targetSchema, runAttack } from './attack.ts';
import { ATTACKS } from './rows.ts';

const orderSchema = z.object({ name: z.string(), target: targetSchema });

serveParent({
  async attack(body) {
    const { name, target } = orderSchema.parse(body);
    const attack = ATTACKS[name];
    return attack && 'begin' in attack && runAttack(attack, target);
  },
});
