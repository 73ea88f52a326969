/** How many people are watching: in total, or one nation. */
import { Eye } from 'lucide-react';
import { styled } from 'styled-components';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { useWatching } from '../../live/live-values.ts';
import { formatCount } from '../../ui/format.ts';

const Text = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--space-1);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  white-space: nowrap;
`;

/** Renders nothing while unknown. Not announced, since the figure changes all the time. */
export function Watching({ nationId }: { readonly nationId?: NationId }) {
  const watching = useWatching();
  if (!watching) return null;
  const count = nationId ? watching.nations[nationId] : watching.total;
  const whom = nationId ? NATIONS[nationId].name : 'the game';
  const people = count === 1 ? '1 person is' : `${formatCount(count)} people are`;
  return (
    <Text title={`${people} watching ${whom} now`}>
      <Eye size={14} aria-hidden />
      <span>{`${formatCount(count)} watching`}</span>
    </Text>
  );
}
