/** The chart's layout: every part has its height before the data is there. */
import { styled } from 'styled-components';
import { ChoiceButton } from '../../ui/choice-button.ts';
import { PHONE } from '../../ui/layout/boxes.ts';

/** How high the lines are, in px. */
export const PLOT_PX = 128;

export const Sheet = styled.section`
  min-inline-size: 0;
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-raised);

  @media print {
    display: none;
  }
`;

export const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-2);
  block-size: 2.25rem;
  padding-inline: var(--card-gutter) var(--space-1);
  border-block-end: 1px solid var(--rule);
  color: var(--ink-muted);
  font-size: var(--text-caption);

  > h2 {
    font: inherit;
    white-space: nowrap;
  }

  @media ${PHONE} {
    block-size: var(--tap);
  }
`;

export const SpanButton = styled(ChoiceButton)`
  min-inline-size: 2.25rem;
  min-block-size: 2.25rem;

  @media ${PHONE} {
    min-inline-size: var(--tap);
    min-block-size: var(--tap);
  }
`;

/** With room below the lines for the moment that they begin with, except on a wall. */
export const Plot = styled.div<{ readonly $px?: number | undefined }>`
  block-size: ${({ $px }) => ($px === undefined ? PLOT_PX + 40 : $px + 24)}px;
  padding: 12px var(--space-2) 0 var(--card-gutter);

  &:last-child {
    margin-block-end: var(--space-2);
  }

  time {
    ${({ $px }) => $px !== undefined && 'display: none;'}
  }
`;

export const Foot = styled.p`
  overflow: hidden;
  padding: 0 var(--card-gutter) var(--space-2);
  color: var(--ink-faint);
  font-size: var(--text-caption);
  line-height: 1.25rem;
  text-overflow: ellipsis;
  white-space: nowrap;

  &[data-wall] {
    color: var(--ink);
    white-space: normal;
  }

  > button {
    color: var(--ink-muted);
    text-decoration: underline;
  }

  @media ${PHONE} {
    padding-block-end: 0;
    line-height: var(--tap);

    > button {
      display: block;
      inline-size: 100%;
      min-block-size: var(--tap);
      text-align: start;
    }
  }
`;

/** Placeholder of the chart. */
export function ChartSkeleton() {
  return (
    <Sheet aria-busy>
      <Head />
      <Plot />
      <Foot>{'\u00A0'}</Foot>
    </Sheet>
  );
}
