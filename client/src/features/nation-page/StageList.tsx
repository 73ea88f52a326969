/** The stages of a nation's work, from the ground up: when each was finished, and what the present one needs. */
import { Check } from 'lucide-react';
import { styled } from 'styled-components';
import type { NationId } from '../../../../common/values/nations.ts';
import type { Work } from '../../../../common/values/works.ts';
import { formatDayTime, formatMoment } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { stageTitle } from '../../views/works/stage-names.ts';
import { Needs } from '../../views/works/Needs.tsx';

const STAGES = [1, 2, 3, 4, 5] as const;

const List = styled.ol`
  display: grid;
`;

const Stage = styled.li`
  display: grid;
  grid-template-columns: 1.5rem minmax(0, 1fr) auto;
  gap: var(--space-3) var(--space-2);
  align-items: center;
  padding-block: var(--space-2);

  & + & {
    border-block-start: 1px solid var(--rule);
  }

  > ul {
    grid-column: 2 / -1;
    padding-block-end: var(--space-3);
  }

  &[data-state='planned'] > b {
    color: var(--ink-muted);
    font-weight: 400;
  }
`;

const Place = styled.span`
  color: var(--ink-muted);
  font-variant-numeric: tabular-nums;

  > svg {
    display: block;
    color: var(--rise);
  }
`;

const Name = styled.b`
  font-weight: 600;
`;

const When = styled.span`
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;
`;

export function StageList({
  nationId,
  work,
}: {
  readonly nationId: NationId;
  /** Null while unknown. */
  readonly work: Work | null;
}) {
  return (
    <List aria-label="Stages" aria-busy={work === null || undefined}>
      {STAGES.map((number) => {
        const stage = work?.stages[number - 1];
        const done = work ? work.stage : 0;
        const state = number <= done ? 'finished' : number === done + 1 ? 'in work' : 'planned';
        const title = stageTitle(nationId, number);
        return (
          <Stage key={number} data-state={work ? state : undefined}>
            <Place>
              {state === 'finished' ? <Check size={18} aria-label="Finished:" /> : number}
            </Place>
            <Name>{title}</Name>
            <When>
              {stage ? (
                <StageWhen state={state} at={stage.completedAt} />
              ) : (
                <Skeleton $width="4rem" />
              )}
            </When>
            {stage && state === 'in work' && (
              <Needs
                need={stage.need}
                have={stage.have}
                label={`What ${title.toLowerCase()} needs`}
              />
            )}
          </Stage>
        );
      })}
    </List>
  );
}

function StageWhen({
  state,
  at,
}: {
  readonly state: 'finished' | 'in work' | 'planned';
  readonly at: string | null;
}) {
  if (state !== 'finished') return <span>{state === 'in work' ? 'In work' : 'Planned'}</span>;
  // The server has not looked its moment up yet.
  if (at === null) return <span>Finished</span>;
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatMoment(moment)}>
      {formatDayTime(moment)}
    </time>
  );
}
