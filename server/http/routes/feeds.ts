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
import { type NationId, nationInText, NATIONS } from '../../../common/values/nations.ts';
import { counted, NFT_KIND_NAMES, nftName } from '../../../common/values/nft-names.ts';
import { PRODUCT_NAME } from '../../../common/values/product.ts';
import type { Stake } from '../../../common/values/stake.ts';
import { rulesText } from '../../../common/values/rule-words.ts';
import type { KnownEvent, RulesChanged } from '../../../common/values/stored-event.ts';
import { weekBegins, weekId, weekTitle } from '../../../common/values/week.ts';
import { inSlices } from '../../lib/in-slices.ts';
import type { RouteParts } from '../app-parts.ts';
import { ATOM, atomFeed, type AtomEntry } from '../formats/atom.ts';
import { CALENDAR, calendar, calendarEvent } from '../formats/calendar.ts';
import { calledBy } from '../formats/markup.ts';
import { cachedText } from '../text-cache.ts';
import { problemOf } from '../problem.ts';
import { sharedRoute, type Route } from '../route.ts';
import { shownEvents } from './events.ts';

const ENTRIES = 50;

export function feedRoutes({ queries, board, seasons, origin, mask, cached }: RouteParts): Route[] {
  const originOf = (headers: Parameters<typeof origin.own>[0]) => origin.own(headers) ?? '';

  return [
    sharedRoute(nationFeedCall, ({ params: { nationId }, headers, network }) => {
      const own = originOf(headers);
      const path = `/feeds/nation/${nationId}.atom`;
      return cachedText(cached, { name: own + path, type: ATOM, headers }, () =>
        feed(
          { own, path, page: `/nation/${nationId}`, title: NATIONS[nationId].name },
          { nationId },
          network,
        ),
      );
    }),

    sharedRoute(playerFeedCall, ({ params: { walletAddress }, headers, network }) => {
      const own = originOf(headers);
      const found = board.ranked(walletAddress);
      if (!found) throw problemOf(NO_SUCH_PLAYER);
      const path = `/feeds/player/${walletAddress}.atom`;
      const title = calledBy(found.row.name, walletAddress);
      return cachedText(cached, { name: own + path, type: ATOM, headers }, () =>
        feed({ own, path, page: playerPage(walletAddress), title }, { walletAddress }, network),
      );
    }),

    sharedRoute(calendarCall, async ({ params: { walletAddress }, headers, network }) => {
      const own = originOf(headers);
      const { state } = await queries.player(walletAddress);
      if (!state) throw problemOf(NO_SUCH_PLAYER);
      const { name, nationId, version } = state.player;
      const week = seasons.running;
      // Nobody else's commits change it.
      const key = `${own}/calendar/${walletAddress}.${version}.${week}`;
      return cachedText(cached, { name: key, type: CALENDAR, headers }, async () => {
        const stakes = await queries.activeStakes(walletAddress, network);
        const unlocks = await inSlices(stakes, (stake) => unlock(stake, nationId, own));
        const title = `${PRODUCT_NAME}: unlocks of ${calledBy(name, walletAddress)}`;
        const events = unlocks.length > 0 ? unlocks : [weekEnd(week, walletAddress, own)];
        return { text: calendar(title, events), isSettled: true };
      });
    }),
  ];

  async function feed(
    about: { own: string; path: string; page: string; title: string },
    whose: { nationId: NationId } | { walletAddress: Address },
    network: string,
  ) {
    const { own, path, page, title } = about;
    const reads = { queries, board, network };
    const query = { ...whose, kinds: [...ACTIVITY_KINDS], limit: ENTRIES };
    const events = await shownEvents(reads, query);
    // A title changes with the player's name, by a commit that no feed shows.
    const last = 'walletAddress' in whose ? await shownEvents(reads, { ...whose, limit: 1 }) : [];
    const rules =
      'nationId' in whose
        ? await queries.rulesChanges({ limit: ENTRIES, order: 'newest-first' })
        : [];
    const entries = [
      ...events.map((event) => entryOf(event, board.finishedBy(event), own)),
      ...rules.map((change) => rulesEntry(change, own)),
    ]
      .toSorted((a, b) => b.at - a.at)
      .slice(0, ENTRIES);
    const text = atomFeed({
      self: own + path,
      page: own + page,
      icon: `${own}/favicon.svg`,
      title: `${title} · ${PRODUCT_NAME}`,
      author: PRODUCT_NAME,
      updatedAt: Math.max(0, ...entries.map(({ at }) => at)),
      entries,
    });
    const changes = [
      ...[...events, ...last].map(({ at, row }) => Math.max(at, mask.hiddenAt(row.wallet))),
      ...rules.map(({ at }) => at),
    ];
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

function rulesEntry({ at, detail }: RulesChanged, own: string): AtomEntry {
  const title = rulesText(detail.changed, 'is');
  const page = `${own}/learn`;
  return { id: `${page}#${at}`, at, title, text: `${title}.`, author: PRODUCT_NAME, page };
}

function unlock(stake: Stake, nationId: NationId, own: string): string {
  const { id, wallet, kind, stakedAt, unstakeableAt } = stake;
  const what =
    kind === 'dena'
      ? `${formatDenaAmount(formatDena(stake.amountWei))} DENA`
      : `${counted(nftName(kind, nationId), stake.quantity)} (${NFT_KIND_NAMES[kind]})`;
  return calendarEvent({
    uid: `${id}@${new URL(own).hostname}`,
    at: unstakeableAt,
    madeAt: stakedAt,
    summary: `Unlocked: ${what}`,
    description: 'Its lock is over. It goes on earning until it is unstaked.',
    page: own + playerPage(wallet),
  });
}

/** [SEA1] For who has staked nothing. */
function weekEnd(week: number, wallet: Address, own: string): string {
  return calendarEvent({
    uid: `${weekId(week)}-${wallet}@${new URL(own).hostname}`,
    at: weekBegins(week + 1),
    madeAt: weekBegins(week),
    summary: `${weekTitle(week)} ends`,
    description: 'Nothing is staked, so nothing unlocks. The next week’s race begins.',
    page: own + playerPage(wallet),
  });
}
