/** GET /api/events */
import { eventsCall } from '../../../common/protocol/events.ts';
import type { Queries } from '../../game/reads/queries.ts';
import { eventView } from '../../game/reads/views.ts';
import { route, type Route } from '../route.ts';

export function eventRoutes({ queries }: { readonly queries: Queries }): Route[] {
  return [
    route(eventsCall, async ({ query }) => {
      const { walletAddress, ...range } = query;
      const events = await queries.events({
        ...range,
        ...(walletAddress ? { wallet: walletAddress } : {}),
        order: 'newest-first',
      });
      return { status: 200, body: events.map(eventView) };
    }),
  ];
}
