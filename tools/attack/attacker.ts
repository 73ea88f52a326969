/**
 * The attackers' process. It runs at low priority, because a real attacker has a machine of its own: it only
 * gets what the server and the bystander leave of the two cores.
 */
import { z } from 'zod';
import { serveParent } from '../processes.ts';
import { Scene } from './attack.ts';
import { holdSockets } from './storm-clients.ts';
import { attacksNamed } from './registry.ts';

const placeSchema = z.object({ url: z.url(), rpcUrl: z.url(), ms: z.number(), row: z.int() });
const orderSchema = z.object({ name: z.string(), place: placeSchema });

serveParent({
  async attack(body) {
    const { name, place } = orderSchema.parse(body);
    const [attack] = attacksNamed(name);
    return attack?.run(new Scene(place));
  },
  ...holdSockets(),
});
