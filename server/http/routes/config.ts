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
import type { Rev } from '../../../common/values/ids.ts';
import { instantText } from '../../../common/values/instant.ts';
import { rulesHash } from '../../../common/values/rules-hash.ts';
import { revisionHeaders } from '../answer-headers.ts';
import { LedgerStopped } from '../../ledger/commit-leaves.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { RouteParts } from '../app-parts.ts';
import { asyncApiDocument } from '../asyncapi.ts';
import { openApiDocument } from '../openapi.ts';
import { route, sharedRoute, type Route } from '../route.ts';

/** More than operators ever make. */
const MOST_SETS = 10_000;

/** OpenSea finds a collection's page by its contract's address. */
const OPENSEA = 'https://opensea.io/assets/ethereum';

export function configRoutes(parts: RouteParts): Route[] {
  const { facts, clock, rules, sessions, origin, operation, cached, board } = parts;
  const leafNumbers = new LeafNumbers(parts);
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
      const headers = revisionHeaders(board);
      const { sets, announced } = operation.rules;
      const places = await leafNumbers.ofChanges(sets.length - 1);
      const inForce = sets.map((set, i) => ({ set, n: places[i - 1] ?? null, isAnnounced: false }));
      const coming = announced ? [{ set: announced, n: null, isAnnounced: true }] : [];
      const body = [...inForce, ...coming].map(({ set, n, isAnnounced }) => ({
        since: instantText(set.since),
        n,
        rules: set.rules,
        hash: rulesHash(set.rules),
        isAnnounced,
      }));
      return { status: 200, body, headers };
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

/** The numbers of the leaves of the rules' changes: to find one reads some hundred events. */
class LeafNumbers {
  readonly #parts: Pick<RouteParts, 'queries' | 'ledger' | 'board'>;
  #epoch: string | null = null;
  readonly #known = new Map<Rev, number>();

  constructor(parts: Pick<RouteParts, 'queries' | 'ledger' | 'board'>) {
    this.#parts = parts;
  }

  /**
   * Oldest first; null where there is none yet. @param count how many changes there are.
   * @throws StoreUnavailable
   */
  async ofChanges(count: number): Promise<readonly (number | null)[]> {
    const { queries, ledger, board } = this.#parts;
    if (!ledger) return [];
    if (board.epoch !== this.#epoch) this.#known.clear();
    this.#epoch = board.epoch;
    if (this.#known.size >= count) return [...this.#known.values()];
    const numbers: (number | null)[] = [];
    for (const { rev } of await queries.rulesChanges({ limit: MOST_SETS, order: 'oldest-first' })) {
      numbers.push(this.#known.get(rev) ?? (await this.#find(ledger, rev)));
    }
    return numbers;
  }

  async #find(ledger: Ledger, rev: Rev): Promise<number | null> {
    try {
      const n = await ledger.indexOf(rev, this.#parts.board.rev);
      if (typeof n !== 'number') return null;
      this.#known.set(rev, n);
      return n;
    } catch (error) {
      if (error instanceof LedgerStopped) return null;
      throw error;
    }
  }
}
