/** What a stage needs of each resource, and has of it: a bar each. */
import { Check } from 'lucide-react';
import { styled } from 'styled-components';
import { RESOURCE_TYPES, type ResourceUnits } from '../../../../common/values/resources.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { RESOURCES } from '../resources.ts';

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--space-2) var(--space-4);
`;

const Need = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: var(--space-1) var(--space-2);
  align-items: center;
  font-size: var(--text-caption);

  > svg {
    color: var(--ink-muted);
  }

  @media (max-width: 30rem) {
    grid-template-columns: minmax(0, 1fr) auto;

    > svg {
      display: none;
    }
  }

  > b {
    font-weight: 600;
  }
`;

const Units = styled.span`
  white-space: nowrap;

  > svg {
    display: inline;
    margin-inline-start: var(--space-1);
    vertical-align: -2px;
  }
`;

/** Full where it is finished; its frame shows what is missing without a colour. */
const Bar = styled.span`
  grid-column: 1 / -1;
  display: block;
  block-size: 0.5rem;
  border: 1px solid var(--rule-strong);
  overflow: hidden;

  > span {
    display: block;
    block-size: 100%;
    background: var(--action-fill);
    transform-origin: left;
    transition: transform var(--motion-slow) var(--ease);
  }
`;

export function NeedBar({ have, need }: { readonly have: number; readonly need: number }) {
  return (
    <Bar aria-hidden>
      <span style={{ transform: `scaleX(${need === 0 ? 1 : have / need})` }} />
    </Bar>
  );
}

export function Needs({
  need,
  have,
  label,
}: {
  readonly need: ResourceUnits;
  readonly have: ResourceUnits;
  /** Names the list: `What the third storey needs`. */
  readonly label: string;
}) {
  return (
    <List aria-label={label}>
      {RESOURCE_TYPES.map((type) => {
        const { label: name, Icon } = RESOURCES[type];
        const isThere = have[type] >= need[type];
        return (
          <Need key={type}>
            <Icon size={16} strokeWidth={1.5} aria-hidden />
            <span>{name}</span>
            <Units>
              <Figure value={have[type]} text={formatCount(have[type])} />
              <span>{` of ${formatCount(need[type])}`}</span>
              {isThere && <Check size={14} aria-label=", complete" />}
            </Units>
            <NeedBar have={have[type]} need={need[type]} />
          </Need>
        );
      })}
    </List>
  );
}
