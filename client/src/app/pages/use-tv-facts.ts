/** What the wall screen's director knows [SCR77]; null while unknown, and of a week gone by. */
import { useQuery } from '@tanstack/react-query';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { nationQuery } from '../../api/nations.ts';
import { wordsOf, type FeedEvent } from '../../features/activity/activity.ts';
import type { BoardNation } from '../../features/nations-board/NationsBoard.tsx';
import type { useDirector } from '../../features/big-screen/use-director.ts';
import type { RankedRow } from '../../features/ranking/week-rows.ts';
import { deltaOf } from '../../live/live-events.ts';
import { useStandings } from '../../live/standings.ts';
import { useFollowed } from '../../ui/follow.ts';

/** Who runs for President changes slowly; who is President is live. */
const CANDIDATES_MS = 30_000;

/** Who runs for a nation's President, best first. */
function useRace(nationId: NationId, isAsked: boolean) {
  const race = { ...nationQuery(nationId), refetchInterval: CANDIDATES_MS, enabled: isAsked };
  return useQuery(race).data?.candidates;
}

/** @param week the one that is shown; null: the ranking of all time. */
export function useTvFacts({
  week,
  rows,
  nations,
  activity,
}: {
  readonly week: SeasonDetail | null;
  readonly rows: readonly RankedRow[];
  readonly nations: readonly BoardNation[] | null;
  readonly activity: readonly FeedEvent[] | null;
}): Parameters<typeof useDirector>[1] {
  const now = useGameNow();
  const standings = useStandings();
  const followed = useFollowed();
  const isAsked = week === null;
  const races = {
    usa: useRace('usa', isAsked),
    italy: useRace('italy', isAsked),
    argentina: useRace('argentina', isAsked),
    china: useRace('china', isAsked),
  };
  if (!nations || (week && week.season.state !== 'running')) return null;
  const presidents = week
    ? []
    : (standings ?? []).flatMap(
        ({ nationId, presidentWallet, presidentName, presidentStakedCount }) =>
          presidentWallet
            ? [
                {
                  nationId,
                  walletAddress: presidentWallet,
                  name:
                    presidentName ??
                    rows.find(({ walletAddress }) => walletAddress === presidentWallet)?.name,
                  stakedCount: presidentStakedCount,
                },
              ]
            : [],
      );
  return {
    nowMs: now(),
    leftMs: week ? instantOf(week.season.to) - now() : null,
    rows: rows.map((row) => ({ ...row, figure: row.week?.gained ?? row.gdp })),
    nations: nations.map(({ nationId, gdp }) => ({ nationId, figure: gdp })),
    presidents: presidents.map(({ nationId, walletAddress }) => [nationId, walletAddress]),
    candidates: Object.fromEntries(
      presidents.map((president) => {
        const others = races[president.nationId] ?? [];
        // An older answer has another President first.
        const isSame = others[0]?.walletAddress === president.walletAddress;
        return [president.nationId, isSame ? others : [president]];
      }),
    ),
    moves: (activity ?? [])
      .filter((event) => deltaOf(event) !== 0)
      .map((event) => ({
        ...event,
        atMs: instantOf(event.at),
        words: wordsOf(event),
      })),
    followed: rows
      .map(({ walletAddress }) => walletAddress)
      .filter((wallet) => followed.has(wallet.toLowerCase())),
  };
}
