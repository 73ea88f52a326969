/** GET /feeds/nation/{id}.atom, /feeds/player/{wallet}.atom and /calendar/{wallet}.ics */
import { calendarCall, nationFeedCall, playerFeedCall } from '../../../common/protocol/builders.ts';
import { NO_SUCH_PLAYER } from '../../../common/rules/decision.ts';
import { actOf } from '../../../common/values/activity-words.ts';
import type { Address } from '../../../common/values/address.ts';
import { formatDena } from '../../../common/values/amount.ts';
import { ACTIVITY_KINDS } from '../../../common/values/event-kinds.ts';
import {
  formatDeltaDollars,
  formatDenaAmount,
  formatDollars,
} from '../../../common/values/figures.ts';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import { nationInText } from '../../../common/values/nation-in-text.ts';
import { copiesOf, nftName } from '../../../common/values/nft-names.ts';
import { PRODUCT_NAME } from '../../../common/values/product.ts';
import type { Stake } from '../../../common/values/stake.ts';
import type { KnownEvent } from '../../../common/values/stored-event.ts';
import type { AppParts } from '../app-parts.ts';
import { ATOM, atomFeed, type AtomEntry } from '../formats/atom.ts';
import { CALENDAR, calendar, type CalendarEvent } from '../formats/calendar.ts';
import { calledBy } from '../formats/markup.ts';
import { keepTexts } from '../kept-texts.ts';
import { problemOf } from '../problem.ts';
import { sharedRoute, type Route } from '../route.ts';
import { shownEvents } from './events.ts';

const ENTRIES = 50;

export function feedRoutes({ queries, board, origin, mask }: AppParts): Route[] {
  const kept = keepTexts(board, mask);
  const reads = { queries, board };
  const originOf = (headers: Parameters<typeof origin.own>[0]) => origin.own(headers) ?? '';

  return [
    sharedRoute(nationFeedCall, ({ params: { nationId }, headers }) => {
      const own = originOf(headers);
      const path = `/feeds/nation/${nationId}.atom`;
      return kept({ name: own + path, type: ATOM, headers }, () =>
        feed(
          { own, path, page: `/nation/${nationId}`, title: NATIONS[nationId].name },
          { nationId },
        ),
      );
    }),

    sharedRoute(playerFeedCall, ({ params: { walletAddress }, headers }) => {
      const own = originOf(headers);
      const found = board.ranked(walletAddress);
      if (!found) throw problemOf(NO_SUCH_PLAYER);
      const path = `/feeds/player/${walletAddress}.atom`;
      const title = calledBy(found.row.name, walletAddress);
      return kept({ name: own + path, type: ATOM, headers }, () =>
        feed({ own, path, page: playerPage(walletAddress), title }, { walletAddress }),
      );
    }),

    sharedRoute(calendarCall, ({ params: { walletAddress }, headers }) => {
      const own = originOf(headers);
      const path = `/calendar/${walletAddress}.ics`;
      return kept({ name: own + path, type: CALENDAR, headers }, async () => {
        const { state } = await queries.playerPage(walletAddress);
        if (!state) throw problemOf(NO_SUCH_PLAYER);
        const { player, receipt } = state;
        const stakes = receipt.terms.flatMap(({ parts }) => parts);
        const title = `${PRODUCT_NAME}: unlocks of ${calledBy(player.name, walletAddress)}`;
        const unlocks = stakes.map((stake) => unlock(stake, player.nationId, own));
        return { text: calendar(title, unlocks) };
      });
    }),
  ];

  async function feed(
    about: { own: string; path: string; page: string; title: string },
    whose: { nationId: NationId } | { walletAddress: Address },
  ) {
    const { own, path, page, title } = about;
    const query = { ...whose, kinds: [...ACTIVITY_KINDS], limit: ENTRIES };
    const events = await shownEvents(reads, query);
    // A title changes with the player's name, by a commit that no feed shows.
    const last = 'walletAddress' in whose ? await shownEvents(reads, { ...whose, limit: 1 }) : [];
    const changes = [...events, ...last].map(({ at, row }) =>
      Math.max(at, mask.hiddenAt(row.wallet)),
    );
    const text = atomFeed({
      self: own + path,
      page: own + page,
      icon: `${own}/favicon.svg`,
      title: `${title} · ${PRODUCT_NAME}`,
      author: PRODUCT_NAME,
      updatedAt: Math.max(0, ...events.map(({ at }) => at)),
      entries: events.map((event) => entryOf(event, board.finishedBy(event), own)),
    });
    return { text, changedAt: changes.length > 0 ? Math.max(...changes) : undefined };
  }
}

function playerPage(wallet: Address): string {
  return `/player/${wallet}`;
}

/** @param finished the stages of the nation's work that it completed [WRK1]. */
function entryOf(
  { at, kind, detail, gdpBefore, row, facts: { version } }: KnownEvent,
  finished: number[],
  own: string,
): AtomEntry {
  const { wallet, nationId, name, gdp } = row;
  const activity = {
    kind,
    nationId,
    detail: finished.length > 0 ? { ...detail, finished } : detail,
  };
  const author = calledBy(name, wallet);
  const page = own + playerPage(wallet);
  const change = gdp === gdpBefore ? '' : ` (${formatDeltaDollars(gdp - gdpBefore)})`;
  return {
    // A restored or moved game has another epoch and other revs.
    id: `${page}#${version}.${at}`,
    at,
    title: `${author} ${actOf(activity) ?? 'did something'}`,
    text: `GDP ${formatDollars(gdp)}${change}, for ${nationInText(nationId)}.`,
    author,
    page,
  };
}

function unlock(stake: Stake, nationId: NationId, own: string): CalendarEvent {
  const { id, wallet, kind, stakedAt, unstakeableAt } = stake;
  const what =
    kind === 'dena'
      ? `${formatDenaAmount(formatDena(stake.amountWei))} DENA`
      : copiesOf(nftName(kind, nationId), stake.quantity);
  return {
    uid: `${id}@${new URL(own).hostname}`,
    at: unstakeableAt,
    madeAt: stakedAt,
    summary: `Unlocks: ${what}`,
    description: 'Its lock is over: it can be unstaked from now on.',
    page: own + playerPage(wallet),
  };
}
