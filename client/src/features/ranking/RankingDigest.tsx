/** Summarises rank changes for screen readers: one sentence now and then, not one per tick. */
import { useEffect, useRef, useState } from 'react';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { HiddenStatus } from '../../ui/VisuallyHidden.tsx';
import { formatDollars } from '../../../../common/values/figures.ts';
import { changesBetween } from './use-pausable-rows.ts';

const PACE_MS = 20_000;

export function RankingDigest({ rows }: { readonly rows: readonly LeaderboardEntry[] }) {
  const latest = useRef(rows);
  const [sentence, setSentence] = useState('');

  useEffect(() => {
    latest.current = rows;
  }, [rows]);

  useEffect(() => {
    let read = latest.current;
    const timer = setInterval(() => {
      // The first list is the page itself, not news.
      const news = read.length > 0 ? digest(read, latest.current) : null;
      read = latest.current;
      if (news) setSentence(news);
    }, PACE_MS);
    return () => clearInterval(timer);
  }, []);

  return <HiddenStatus>{sentence}</HiddenStatus>;
}

type Rows = readonly Pick<LeaderboardEntry, 'walletAddress' | 'nationName' | 'gdp'>[];

/** Null if nothing changed. */
function digest(before: Rows, after: Rows): string | null {
  const changed = changesBetween(before, after);
  const [leader] = after;
  const newLeader = leader && leader.walletAddress !== before[0]?.walletAddress;
  if (changed === 0 && !newLeader) return null;
  const changes = changed === 1 ? '1 GDP changed.' : `${changed} GDPs changed.`;
  if (!leader) return changes;
  const name = `${leader.nationName}, ${shortAddress(leader.walletAddress)}`;
  return newLeader
    ? `New leader: ${name}, at ${formatDollars(leader.gdp)}. ${changes}`
    : `${changes} ${name} still leads, at ${formatDollars(leader.gdp)}.`;
}
