/**
 * What the server says of itself: GET /api/config, GET /api/status, GET /api/openapi.json and GET
 * /api/asyncapi.json
 */
import type { IncomingHttpHeaders } from 'node:http';
import { BUILDER_CALLS } from '../../../common/protocol/builders.ts';
import { CALLS } from '../../../common/protocol/calls.ts';
import { configCall } from '../../../common/protocol/config.ts';
import { asyncApiCall, openApiCall } from '../../../common/protocol/openapi.ts';
import { rulesCall } from '../../../common/protocol/rules.ts';
import { statusCall } from '../../../common/protocol/status.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import { instantText } from '../../../common/values/instant.ts';
import { rulesHash } from '../answer-headers.ts';
import { LedgerStopped } from '../../ledger/commit-leaves.ts';
import type { RouteParts } from '../app-parts.ts';
import { asyncApiDocument } from '../asyncapi.ts';
import { openApiDocument } from '../openapi.ts';
import { route, sharedRoute, type Route } from '../route.ts';

/** More than operators ever make. */
const MOST_SETS = 10_000;

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
      const inForce = rules();
      return document(`openapi ${own} ${rulesHash(inForce)}`, headers, () =>
        openApiDocument(calls, { sessionCookie, origin: own, rules: inForce }),
      );
    }),

    route(asyncApiCall, ({ headers }) => document('asyncapi', headers, asyncApiDocument)),

    route(statusCall, () => ({ status: 200, body: operation.status })),

    sharedRoute(rulesCall, async () => {
      const { sets, announced } = operation.rules;
      const places = await rulesPlaces(parts);
      const inForce = sets.map((set, i) => ({ set, n: places[i - 1] ?? null, isAnnounced: false }));
      const coming = announced ? [{ set: announced, n: null, isAnnounced: true }] : [];
      return {
        status: 200,
        body: [...inForce, ...coming].map(({ set, n, isAnnounced }) => ({
          since: instantText(set.since),
          n,
          rules: set.rules,
          hash: rulesHash(set.rules),
          isAnnounced,
        })),
      };
    }),

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
        rulesHash: rulesHash(rules()),
      },
    })),
  ];
}

/**
 * The numbers of the leaves of the rules' changes, oldest first; null where there is none yet.
 * @throws StoreUnavailable
 */
async function rulesPlaces({
  queries,
  ledger,
  board,
}: Pick<RouteParts, 'queries' | 'ledger' | 'board'>): Promise<(number | null)[]> {
  if (!ledger) return [];
  const changes = await queries.rulesChanges({ limit: MOST_SETS, order: 'oldest-first' });
  return Promise.all(
    changes.map(async ({ rev }) => {
      try {
        const n = await ledger.indexOf(rev, board.rev);
        return typeof n === 'number' ? n : null;
      } catch (error) {
        if (error instanceof LedgerStopped) return null;
        throw error;
      }
    }),
  );
}
