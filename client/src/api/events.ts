/** The game's events: of a wallet, of a nation or of all. */
import { queryOptions } from '@tanstack/react-query';
import type { Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { request } from './request.ts';

const calls = () => import('../../../common/protocol/events.ts');

export const EVENTS_KEY = ['/api/events'] as const;

/** The number of a nation's, or of all nations', events that the charts and the feeds share. */
export const RECENT_EVENTS = 100;

export interface EventFilter {
  readonly walletAddress?: Address;
  readonly nationId?: NationId;
  /** 1 to 200; the server's default of 50 if it is left out. */
  readonly limit?: number;
}

/** Newest first. */
export function eventsQuery(filter: EventFilter = {}) {
  return queryOptions({
    queryKey: [...EVENTS_KEY, filter] as const,
    queryFn: async ({ queryKey: [, { limit, ...of }], signal }) => {
      const { eventsCall } = await calls();
      return request(eventsCall, { query: { ...of, limit: limit?.toString() }, signal });
    },
  });
}
