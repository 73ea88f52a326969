/** GET /api/config */
import { configCall, type ConfigView } from '../../../common/protocol/config.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import { LOCK_MS } from '../../../common/rules/lock.ts';
import type { Address } from '../../../common/values/address.ts';
import type { GameClock } from '../../game/engine/clock.ts';
import { instantText } from '../../game/reads/views.ts';
import { route, type Route } from '../route.ts';

/** Where a collection can be bought, by its contract's address. */
const MARKETPLACE = 'https://opensea.io/assets/ethereum';

/** What a client learns of this server's setting. */
export type ServerFacts = Pick<ConfigView, 'walletProof'> & {
  readonly contracts: {
    readonly dena: Address;
    readonly nationalNft: Address;
    readonly culturalNft: Address;
  };
};

export function configRoutes(parts: {
  readonly facts: ServerFacts;
  readonly clock: GameClock;
}): Route[] {
  const { contracts, walletProof } = parts.facts;
  return [
    route(configCall, () => ({
      status: 200,
      body: {
        chainId: 1,
        contracts,
        marketplaces: {
          national: `${MARKETPLACE}/${contracts.nationalNft}`,
          cultural: `${MARKETPLACE}/${contracts.culturalNft}`,
        },
        walletProof,
        lockMs: LOCK_MS,
        now: instantText(parts.clock.now()),
        version: PROTOCOL_VERSION,
      },
    })),
  ];
}
