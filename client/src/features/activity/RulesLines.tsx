/** Above the activity: what is announced of the rules, and what was changed in the last week. */
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { styled } from 'styled-components';
import { instantText } from '../../../../common/values/instant.ts';
import { useGameNow } from '../../api/config.ts';
import { rulesQuery } from '../../api/rules.ts';
import { formatAge } from '../../ui/format.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { Caption } from '../../ui/text.ts';
import { changesOf, changeText } from '../../views/rule-changes.tsx';

const SHOWN_MS = 7 * 24 * 60 * 60 * 1000;
const MOST = 3;
const TICK_MS = 15_000;

const List = styled.ol`
  > li {
    display: grid;
    grid-template-columns: 1.5rem minmax(0, 1fr) auto;
    gap: var(--space-2);
    padding: var(--space-3) var(--card-gutter);
    border-block-end: 1px solid var(--rule);
    line-height: 1.35;
  }

  svg {
    justify-self: center;
    margin-block-start: calc(0.5lh - 9px);
    color: var(--action);
  }
`;

export function RulesLines() {
  const changes = changesOf(useQuery(rulesQuery()).data ?? []);
  const now = useGameNow()();
  useTick(TICK_MS);
  const shown = changes.filter(({ atMs }) => now - atMs < SHOWN_MS).slice(0, MOST);
  if (shown.length === 0) return null;
  return (
    <List aria-label="Changes of the rules">
      {shown.map((change) => (
        <li key={change.atMs}>
          <Scale size={18} aria-hidden />
          <span>{changeText(change)}</span>
          <Caption as="time" $tone="faint" dateTime={instantText(change.atMs)}>
            {change.isAnnounced ? 'announced' : formatAge(now - change.atMs)}
          </Caption>
        </li>
      ))}
    </List>
  );
}
