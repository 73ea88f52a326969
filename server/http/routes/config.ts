/**
 * What the server says of itself: GET /api/config, GET /api/status, GET /api/openapi.json and GET
 * /api/asyncapi.json
 */
import type { IncomingHttpHeaders } from 'node:http';
import { BUILDER_CALLS } from '../../../common/protocol/builders.ts';
import { CALLS } from '../../../common/protocol/calls.ts';
import { configCall } from '../../../common/protocol/config.ts';
import { asyncApiCall, openApiCall } from '../../../common/protocol/openapi.ts';
import { statusCall } from '../../../common/protocol/status.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import { instantText } from '../../../common/values/instant.ts';
import { RULES_HASH } from '../answer-headers.ts';
import type { RouteParts } from '../app-parts.ts';
import { asyncApiDocument } from '../asyncapi.ts';
import { openApiDocument } from '../openapi.ts';
import { route, type Route } from '../route.ts';

/** OpenSea finds a collection's page by its contract's address. */
const OPENSEA = 'https://opensea.io/assets/ethereum';

export function configRoutes(parts: RouteParts): Route[] {
  const { facts, clock, rules, sessions, origin, operation, cached } = parts;
  const { chainId, contracts, marketplaces, walletProof, isRehearsal } = facts;
  const marketplaceOf = (kind: 'national' | 'cultural'): string | null => {
    const named = marketplaces[kind];
    if (named === 'none') return null;
    if (named instanceof URL) return named.href;
    return `${OPENSEA}/${kind === 'national' ? contracts.nationalNft : contracts.culturalNft}`;
  };
  /** Made when it is first asked for: that takes longer than everything else at a start. */
  async function document(name: string, headers: IncomingHttpHeaders, make: () => object) {
    const { encoded, isReady } = await cached({ name, headers }, () => ({
      json: JSON.stringify(make()),
      headers: {},
      isSettled: true,
    }));
    return { status: 200, encoded, isReady } as const;
  }

  return [
    route(openApiCall, ({ headers }) => {
      // The guards have refused a host of no origin.
      const own = origin.own(headers) ?? '';
      const { cookieName: sessionCookie } = sessions;
      const calls = [...CALLS, ...BUILDER_CALLS];
      return document(`openapi ${own}`, headers, () =>
        openApiDocument(calls, { sessionCookie, origin: own }),
      );
    }),

    route(asyncApiCall, ({ headers }) => document('asyncapi', headers, asyncApiDocument)),

    route(statusCall, () => ({ status: 200, body: operation.status })),

    route(configCall, () => ({
      status: 200,
      body: {
        chainId,
        ...(isRehearsal && { isRehearsal }),
        contracts,
        marketplaces: { national: marketplaceOf('national'), cultural: marketplaceOf('cultural') },
        walletProof,
        lockMs: rules().lockMs,
        now: instantText(clock.now()),
        version: PROTOCOL_VERSION,
        rules: rules(),
        rulesHash: RULES_HASH,
      },
    })),
  ];
}
