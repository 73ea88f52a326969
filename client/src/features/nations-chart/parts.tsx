/** The chart's layout: every part has its height before the data is there. */
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { ChoiceButton } from '../../ui/choice-button.ts';
import { PHONE } from '../../ui/layout/phone.ts';
import { figures } from '../../ui/text.ts';

/** Px. */
export const CHART = { plot: 116, label: 18 } as const;

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
  block-size: 36px;
  padding-inline: var(--space-4) var(--space-2);
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
  min-block-size: 36px;

  @media ${PHONE} {
    min-inline-size: var(--tap);
    min-block-size: var(--tap);
  }
`;

const caption = css`
  color: var(--ink-faint);
  font-size: var(--text-caption);
  line-height: 1.25rem;
  ${figures}
`;

export const Plot = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  block-size: ${CHART.plot + 44}px;
  padding: 12px var(--space-2) 0 var(--space-4);

  > [data-part='lines'] {
    position: relative;
    block-size: ${CHART.plot}px;
    touch-action: pan-y;
  }

  [data-part='from'] {
    position: absolute;
    inset-block-start: calc(100% + 8px);
    inset-inline-start: 0;
    ${caption}
  }

  hr {
    position: absolute;
    inset-block: 0;
    inline-size: 1px;
    margin: 0;
    border: 0;
    background: var(--rule-strong);
    pointer-events: none;
  }
`;

export const Svg = styled.svg`
  display: block;
  inline-size: 100%;
  block-size: 100%;
  overflow: visible;

  > path {
    fill: none;
    stroke-linejoin: round;
    vector-effect: non-scaling-stroke;
  }
`;

/** As wide as its longest label ever gets, so that the lines stay while the pointer moves along them. */
export const Labels = styled.div<{ $longest: string }>`
  position: relative;
  inline-size: max(92px, calc(${({ $longest }) => $longest.length}ch + 38px));
  block-size: ${CHART.plot}px;
  font-size: var(--text-caption);
  font-weight: 500;
  ${figures}
`;

/** Its line's colour and its nation's flag: colour is never the only sign. */
export const Label = styled.span`
  position: absolute;
  inset-block-start: -9px;
  inset-inline-start: 4px;
  display: flex;
  gap: 5px;
  align-items: center;
  block-size: ${CHART.label}px;
  white-space: nowrap;

  > i {
    inline-size: 8px;
    block-size: 2px;
  }
`;

/** Where a line crosses another: to the ranking of that moment. */
export const Mark = styled(Link)`
  position: absolute;
  inline-size: 24px;
  block-size: 24px;
  margin: -12px;
  border-radius: 50%;

  &::after {
    content: '';
    position: absolute;
    inset: 8px;
    border: 2px solid currentcolor;
    border-radius: 50%;
    background: var(--surface-raised);
  }

  &:hover::after {
    inset: 6px;
  }

  @media ${PHONE} {
    inline-size: 44px;
    block-size: 44px;
    margin: -22px;

    &::after {
      inset: 18px;
    }
  }
`;

export const Foot = styled.p`
  overflow: hidden;
  padding: 0 var(--space-4) var(--space-2);
  text-overflow: ellipsis;
  white-space: nowrap;
  ${caption}

  > a,
  > button {
    padding: 0;
    border: 0;
    background: none;
    color: var(--ink-muted);
    font: inherit;
    text-decoration: none;
    cursor: pointer;
  }

  @media ${PHONE} {
    padding-block-end: 0;
    line-height: var(--tap);

    > a,
    > button {
      display: block;
      inline-size: 100%;
      min-block-size: var(--tap);
      text-align: start;
    }
  }

  > a:hover,
  > button:hover {
    color: var(--ink);
    text-decoration: underline;
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
