/** The players' events: of a wallet, of a nation or of all. */
import { queryOptions } from '@tanstack/react-query';
import type { Address } from '../../../common/values/address.ts';
import type { EventKind } from '../../../common/values/stored-event.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { getByKey } from './get-by-key.ts';

const calls = () => import('../../../common/protocol/events.ts');

export const EVENTS_KEY = ['/api/events'] as const;

/** How many events of everyone, or of one nation or player, a feed or a chart goes back. */
export const RECENT_EVENTS = 100;

interface EventFilter {
  readonly walletAddress?: Address;
  readonly nationId?: NationId;
  /** Others must not fill the page: anyone may cause as many settlements as they like. */
  readonly kinds: readonly EventKind[];
  /** 1 to 200; the server's default of 50 if it is left out. */
  readonly limit?: number;
}

const getEvents = getByKey(async () => (await calls()).eventsCall);

/** Newest first. */
export function eventsQuery(filter: EventFilter) {
  return queryOptions({
    queryKey: [...EVENTS_KEY, filter] as const,
    queryFn: async ({ queryKey: [path, { limit, kinds, ...of }], signal }) => {
      const { kindsText, playersEvents } = await calls();
      const query = { ...of, kinds: kindsText(kinds), limit: limit?.toString() };
      return playersEvents(await getEvents({ queryKey: [path, query], signal }));
    },
  });
}
