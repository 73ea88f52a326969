/** What else /ranking shows by its address: a wall screen, a past moment, a week. */
import type { ReactNode } from 'react';
import { RankingPast } from './RankingPast.tsx';
import { RankingTv } from './RankingTv.tsx';
import { RankingWeek } from './RankingWeek.tsx';

export function RankingOther({
  params,
  isTv,
  framed,
}: {
  readonly params: URLSearchParams;
  readonly isTv: boolean;
  /** Puts the page's title above, and a few words beside that. */
  readonly framed: (children: ReactNode, words?: ReactNode) => ReactNode;
}) {
  if (isTv) return <RankingTv />;
  const at = params.get('at');
  if (at !== null) {
    return <RankingPast at={at} framed={(children) => framed(children, 'As they were')} />;
  }
  return <RankingWeek id={params.get('season') ?? ''} framed={framed} />;
}
