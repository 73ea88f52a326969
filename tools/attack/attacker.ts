/**
 * The attackers' process. It has a low priority, as a real attacker runs on a machine of its own:
 * what the two cores have left after the server and the bystander is its.
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
