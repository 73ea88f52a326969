/** The layout of a past moment. */
import { styled } from 'styled-components';
import { ChoiceButton } from '../../../ui/choice-button.ts';
import { figures } from '../../../ui/text.ts';

const DEEDS = 7;
const LINE_PX = 60;

export const Controls = styled.section`
  display: grid;
  grid-template-columns: auto auto minmax(0, 1fr) auto;
  gap: var(--space-2) var(--space-5);
  align-items: center;
  padding: var(--space-3) var(--space-4);
  border: 1px solid var(--rule);
  border-inline-start: 3px solid var(--action);
  border-radius: var(--radius);
  background: var(--surface-raised);

  @media (max-width: 79.99rem) {
    grid-template-columns: minmax(0, 1fr) auto auto;

    > :nth-child(3) {
      grid-row: 2;
      grid-column: 1 / -1;
    }
  }

  @media (max-width: 47.99rem) {
    grid-template-columns: minmax(0, 1fr);

    > :nth-child(3) {
      grid-row: auto;
    }
  }
`;

/** As wide as any moment. */
export const Clock = styled.p`
  min-inline-size: 9.5rem;
  line-height: 1.25;
  ${figures}

  > time {
    display: block;
    font-size: var(--text-lead);
    font-weight: 600;
  }

  > span {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }
`;

export const Buttons = styled.div`
  display: flex;
  gap: var(--space-2);
  align-items: center;

  > button {
    min-inline-size: 6.75rem;
  }
`;

export const SpeedButton = styled(ChoiceButton)`
  ${figures}
`;

export const Totals = styled.ol`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  margin-block: var(--space-2);
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-raised);

  > li {
    display: flex;
    gap: var(--space-2);
    align-items: center;
    min-inline-size: 0;
    padding: var(--space-3) var(--space-4);
    border-inline-end: 1px solid var(--rule);
    overflow: hidden;
    white-space: nowrap;
    ${figures}
  }

  > li > span:nth-child(2) {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  > li:last-child {
    border-inline-end: 0;
  }

  b {
    margin-inline-start: auto;
    font-weight: 600;
  }

  @media (max-width: 47.99rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    > li {
      padding: var(--space-2) var(--space-3);
    }

    > li:nth-child(2n) {
      border-inline-end: 0;
    }

    > li:nth-child(-n + 2) {
      border-block-end: 1px solid var(--rule);
    }
  }
`;

export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 20rem;
  gap: var(--space-4);
  align-items: start;

  @media (max-width: 79.99rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** A fixed size, whatever happened. */
export const ActivityList = styled.ol`
  block-size: ${DEEDS * LINE_PX}px;
  overflow: clip;
`;

export const Line = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  column-gap: var(--space-2);
  align-content: center;
  align-items: center;
  block-size: ${LINE_PX}px;
  padding-inline: var(--space-4);
  border-block-end: 1px solid var(--rule);
  line-height: 1.35;
  ${figures}
`;

export const Nothing = styled.p`
  padding: var(--space-4);
  color: var(--ink-muted);
`;

export const What = styled.span`
  grid-row: 2;
  grid-column: 2;
  overflow: hidden;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  text-overflow: ellipsis;
  white-space: nowrap;
`;

export const FlagCell = styled.span`
  grid-row: 1 / span 2;
  min-inline-size: 1.5rem;
`;

export const When = styled.time`
  grid-row: 1;
  grid-column: 3;
  color: var(--ink-faint);
  font-size: var(--text-caption);
  ${figures}
`;

export const Change = styled.span<{ $delta: number }>`
  grid-row: 2;
  grid-column: 3;
  color: ${({ $delta }) => ($delta > 0 ? 'var(--rise)' : $delta < 0 ? 'var(--fall)' : 'inherit')};
  font-size: var(--text-caption);
  font-weight: 600;
  text-align: end;
`;

export const Message = styled.output`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2) var(--space-4);
  align-items: center;
  margin-block: var(--space-2);
  padding: var(--space-2) var(--space-4);
  border-inline-start: 3px solid var(--action);
  background: var(--surface-raised);
`;
