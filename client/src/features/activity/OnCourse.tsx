/** One line: who is on course to pass whom, or that nobody is. */
import { TrendingUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { gameClock } from '../../api/game-clock.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { formatCount } from '../../ui/format.ts';
import { Person } from '../../ui/Person.tsx';
import { inWords, onCourse, type Course } from './on-course.ts';
import { useActivity } from './use-activity.ts';

/** It changes no more often than people can read it. */
const PACE_MS = 5000;

const Text = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-2);
  align-items: center;
  min-block-size: var(--tap);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;

  strong {
    color: var(--ink);
    font-weight: 600;
  }

  > svg {
    flex: none;
    color: var(--rise);
  }

  @media print {
    display: none;
  }
`;

export function OnCourse({ className }: { readonly className?: string }) {
  const course = useOnCourse();
  if (!course) return <Text className={className}>Nobody is about to be passed just now.</Text>;
  const { chaser, target, inMs } = course;
  return (
    <Text className={className}>
      <TrendingUp size={16} aria-hidden />
      <Person wallet={chaser.walletAddress} name={chaser.name} />
      <span>is on course to pass</span>
      <Person wallet={target.walletAddress} name={target.name} />
      <span>
        for <strong>{`#${formatCount(target.rank)}`}</strong> in <strong>{inWords(inMs)}</strong>
      </span>
    </Text>
  );
}

/** Recomputed every few seconds from the current rows and events. */
function useOnCourse(): Course | null {
  const { rows } = useLeaderboard({ poll: false });
  // The same query as the feed's, so that events from before the page was opened count as well.
  const { activity } = useActivity({});
  const latest = useRef({ rows, activity });
  useEffect(() => {
    latest.current = { rows, activity };
  });
  const [course, setCourse] = useState<Course | null>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      const { rows: board, activity } = latest.current;
      setCourse((was) => onCourse(board, activity ?? [], gameClock.now(), was));
    }, PACE_MS);
    return () => clearInterval(timer);
  }, []);
  return course;
}
