/** GET /api/config */
import { configCall, type ConfigView } from '../../../common/protocol/config.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import { LOCK_MS } from '../../../common/rules/lock.ts';
import { PUBLISHED_RULES } from '../../../common/rules/published.ts';
import type { Address } from '../../../common/values/address.ts';
import type { GameClock } from '../../game/engine/clock.ts';
import { instantText } from '../../game/reads/views.ts';
import { RULES_HASH } from '../protocol-version.ts';
import { route, type Route } from '../route.ts';

/** OpenSea finds a collection's page by its contract's address. */
const OPENSEA = 'https://opensea.io/assets/ethereum';

/** What clients are told about this server's configuration. */
export type ServerFacts = Pick<ConfigView, 'walletProof'> & {
  readonly contracts: {
    readonly dena: Address;
    readonly nationalNft: Address;
    readonly culturalNft: Address;
  };
  readonly marketplaces: Readonly<Record<'national' | 'cultural', 'opensea' | 'none' | URL>>;
};

export function configRoutes(parts: {
  readonly facts: ServerFacts;
  readonly clock: GameClock;
}): Route[] {
  const { contracts, marketplaces, walletProof } = parts.facts;
  const place = (kind: 'national' | 'cultural'): string | null => {
    const named = marketplaces[kind];
    if (named === 'none') return null;
    if (named instanceof URL) return named.href;
    return `${OPENSEA}/${kind === 'national' ? contracts.nationalNft : contracts.culturalNft}`;
  };
  return [
    route(configCall, () => ({
      status: 200,
      body: {
        chainId: 1,
        contracts,
        marketplaces: { national: place('national'), cultural: place('cultural') },
        walletProof,
        lockMs: LOCK_MS,
        now: instantText(parts.clock.now()),
        version: PROTOCOL_VERSION,
        rules: PUBLISHED_RULES,
        rulesHash: RULES_HASH,
      },
    })),
  ];
}
