/** One resource option: its price or need, and how much of it the player has. */
import { styled } from 'styled-components';
import type { ResourceType } from '../../../../common/values/resources.ts';
import { formatCount } from '../../ui/format.ts';
import { RESOURCES } from '../../views/resources.ts';

const Choice = styled.label`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 var(--space-3);
  align-items: center;
  padding: var(--space-3) var(--space-4);
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  cursor: pointer;
  transition:
    border-color var(--motion-base) var(--ease),
    background-color var(--motion-base) var(--ease);

  > svg {
    grid-row: span 2;
    color: var(--ink-muted);
  }

  &:hover {
    border-color: var(--rule-strong);
  }

  &[data-chosen] {
    border-color: var(--action);
    box-shadow: inset 3px 0 0 var(--action);
    background: var(--surface-hover);
  }

  &[data-chosen] > svg {
    color: var(--action);
  }

  @media (max-width: 30rem) {
    gap: 0 var(--space-2);
    padding: var(--space-2) var(--space-3);
  }

  /* The whole card is the radio button. */
  > input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    appearance: none;
    cursor: inherit;
  }
`;

const Label = styled.span`
  display: flex;
  justify-content: space-between;
  gap: var(--space-2);
  font-weight: 500;
`;

const Figures = styled.span`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 var(--space-3);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;
`;

export function ResourceChoice({
  type,
  detail,
  units,
  isChosen,
  onChoose,
}: {
  readonly type: ResourceType;
  /** `10 DENA each`, `800 missing`. */
  readonly detail: string;
  readonly units: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const { label, Icon } = RESOURCES[type];
  return (
    <Choice data-chosen={isChosen || undefined}>
      <input type="radio" name="resource" value={type} checked={isChosen} onChange={onChoose} />
      <Icon size={24} strokeWidth={1.5} aria-hidden />
      <Label>{label}</Label>
      <Figures>
        <span>{detail}</span> <span>{`You have ${formatCount(units)}`}</span>
      </Figures>
    </Choice>
  );
}
