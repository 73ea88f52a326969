/** Changes of the rules as pages tell them: those that were made, and what is announced. */
import { useQuery } from '@tanstack/react-query';
import { styled } from 'styled-components';
import type { RulesSet } from '../../../common/protocol/rules.ts';
import { changesBetween } from '../../../common/rules/change-rules.ts';
import { instantOf } from '../../../common/values/instant.ts';
import { figureText, momentText, rulesText } from '../../../common/values/rule-words.ts';
import type { RuleChange } from '../../../common/values/rules.ts';
import { rulesQuery } from '../api/rules.ts';

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
