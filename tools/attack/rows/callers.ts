/** Attacks on caller identification for rate limits: one machine that claims to be many. */
import { nonceCall } from '../../../common/protocol/session.ts';
import type { Attack } from '../attack.ts';
import { flood } from '../flood.ts';

/** Nonces that one address may get in a minute (server/http/limits.ts). */
const NONCES_PER_ADDRESS = 600;
/** Exceeds the limit even if the minute rolls over during the attack. */
const ASKED = 2 * NONCES_PER_ADDRESS + 100;

/** One caller under as many names as it likes. */
function disguised(name: string, does: string, nameOf: (n: number, row: string) => string): Attack {
  return {
    name,
    does,
    expects: `it counts as one caller: beyond ${NONCES_PER_ADDRESS} nonces a minute it is refused`,
    async run(scene) {
      const own = scene.caller()['X-Forwarded-For'];
      const tally = await flood(scene, {
        connections: 16,
        most: ASKED,
        next: (n) => ({ path: nonceCall.path, headers: { 'X-Forwarded-For': nameOf(n, own) } }),
      });
      const given = tally.of(200);
      return tally.report(
        [200],
        given > 2 * NONCES_PER_ADDRESS ? [`${given} nonces were given, as if to many callers`] : [],
      );
    },
  };
}

export const CALLER_ATTACKS: readonly Attack[] = [
  disguised(
    'forwarded-ports',
    'X-Forwarded-For names one address with another port each time',
    (n, own) => `${own}:${1024 + n}`,
  ),
  disguised(
    'forwarded-prefix',
    'X-Forwarded-For names IPv6 addresses of one /64, written in many ways',
    (n) =>
      n % 2
        ? `2001:db8:${n % 4 === 1 ? '0' : ''}1::${n.toString(16)}`
        : `[2001:DB8:1:0::${n.toString(16)}]:${1024 + n}`,
  ),
  disguised(
    'forwarded-mapped',
    'X-Forwarded-For names one IPv4 address, mapped to IPv6 in many ways',
    (n, own) => (n % 2 ? `::ffff:${own}` : `[::FFFF:${own}]:${1024 + n}`),
  ),
  disguised(
    'forwarded-list',
    'X-Forwarded-For begins with made-up addresses',
    (n, own) => `192.0.2.${n % 256}, 198.51.100.${n % 251}, ${own}`,
  ),
  disguised(
    'forwarded-nonsense',
    'X-Forwarded-For holds text that is not an address',
    (n) => ['unknown', `_hidden${n}`, `256.0.0.${n}`, `"${n}"`, `1.2.3.4.${n}`][n % 5] ?? '',
  ),
];
