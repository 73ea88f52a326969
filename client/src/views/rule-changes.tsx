/** Changes of the rules as pages tell them: those that were made, and what is announced. */
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { styled } from 'styled-components';
import type { RulesSet } from '../../../common/protocol/rules.ts';
import { changesBetween } from '../../../common/rules/change-rules.ts';
import { instantOf, instantText } from '../../../common/values/instant.ts';
import { figureText, momentText, rulesText } from '../../../common/values/rule-words.ts';
import type { RuleChange } from '../../../common/values/rules.ts';
import { useGameNow } from '../api/config.ts';
import { rulesQuery } from '../api/rules.ts';
import { formatAge } from '../ui/format.ts';
import { useTick } from '../ui/motion/use-tick.ts';
import { Caption } from '../ui/text.ts';

export interface RulesChange {
  /** When they began, or will begin. */
  readonly atMs: number;
  readonly isAnnounced: boolean;
  readonly changed: readonly RuleChange[];
}

/** The newest first. @param sets oldest first, as the server lists them. */
export function changesOf(sets: readonly RulesSet[]): readonly RulesChange[] {
  const changes = sets.slice(1).map(({ since, rules, isAnnounced }, i) => ({
    atMs: instantOf(since),
    isAnnounced,
    changed: changesBetween(sets[i]?.rules ?? rules, rules),
  }));
  return changes.reverse();
}

/** `Oil costs 60 DENA (50 DENA before).`; what is announced with its moment. */
export function changeText({ atMs, isAnnounced, changed }: RulesChange): string {
  return isAnnounced
    ? `From ${momentText(atMs)}: ${rulesText(changed, 'will')}.`
    : `${rulesText(changed, 'is')}.`;
}

/** How long an activity shows a change, and how many at most. */
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
    font-size: var(--text-caption);
    line-height: 1.35;
  }

  span:last-child {
    grid-column: 2 / -1;
  }

  svg {
    justify-self: center;
    margin-block-start: calc(0.5lh - 9px);
    color: var(--action);
  }
`;

/** What is announced, and what was changed lately: above an activity. */
export function RulesLines() {
  const changes = changesOf(useQuery(rulesQuery()).data ?? []);
  const now = useGameNow()();
  useTick(TICK_MS);
  const shown = changes.filter(({ atMs }) => now - atMs < SHOWN_MS).slice(0, MOST);
  if (shown.length === 0) return null;
  return (
    <List aria-label="Changes of the rules">
      {shown.map((change) => (
        <li key={`${change.atMs} ${change.isAnnounced}`}>
          <Scale size={18} aria-hidden />
          <span>{changeText(change)}</span>
          {!change.isAnnounced && (
            <Caption as="time" $tone="faint" dateTime={instantText(change.atMs)}>
              {formatAge(now - change.atMs)}
            </Caption>
          )}
        </li>
      ))}
    </List>
  );
}

/** What is announced of those figures whose paths begin so; null if nothing is. */
function useAnnounced(paths: readonly string[]): RulesChange | null {
  const [newest] = changesOf(useQuery(rulesQuery()).data ?? []);
  if (!newest?.isAnnounced) return null;
  const changed = newest.changed.filter(({ rule }) => paths.some((path) => rule.startsWith(path)));
  return changed.length > 0 ? { ...newest, changed } : null;
}

const Sentence = styled.span`
  display: block;
  color: var(--ink);
  font-size: var(--text-caption);
  font-weight: 500;
`;

/** What is announced of figures, in a sentence; nothing if nothing is. */
export function Announced({ of }: { readonly of: readonly string[] }) {
  const announced = useAnnounced(of);
  return announced && <Sentence>{changeText(announced)}</Sentence>;
}

/**
 * `60 DENA from 30 Nov 2026, 12:00 UTC`: what is announced of each figure below a path, by its
 * name there.
 */
export function useAnnouncedFigures(path: string): ReadonlyMap<string, string> {
  const announced = useAnnounced([`${path}.`]);
  const { atMs = 0, changed = [] } = announced ?? {};
  return new Map(
    changed.map(({ rule, to }) => [
      rule.slice(path.length + 1),
      `${figureText(rule, to)} from ${momentText(atMs)}`,
    ]),
  );
}
