/** Summarises rank changes for screen readers: one sentence now and then, not one per tick. */
import { useEffect, useRef, useState } from 'react';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { HiddenStatus } from '../../ui/VisuallyHidden.tsx';
import { digest } from './digest.ts';

const PACE_MS = 20_000;

export function RankingDigest({ rows }: { readonly rows: readonly LeaderboardEntry[] }) {
  const latest = useRef(rows);
  const [sentence, setSentence] = useState('');

  useEffect(() => {
    latest.current = rows;
  }, [rows]);

  useEffect(() => {
    let told = latest.current;
    const timer = setInterval(() => {
      // The first list is the page itself, not news.
      const news = told.length > 0 ? digest(told, latest.current) : null;
      told = latest.current;
      if (news) setSentence(news);
    }, PACE_MS);
    return () => clearInterval(timer);
  }, []);

  return <HiddenStatus>{sentence}</HiddenStatus>;
}
