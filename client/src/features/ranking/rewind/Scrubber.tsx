/** A day of the past to move through: where it stands, and where nations passed each other. */
import { styled } from 'styled-components';
import { NATIONS } from '../../../../../common/values/nations.ts';
import { NATION_STYLES } from '../../../ui/atlas/nation-style.ts';
import { formatDayTime, formatMoment } from '../../../ui/format.ts';
import { PHONE } from '../../../ui/layout/phone.ts';
import { figures } from '../../../ui/text.ts';
import type { Overtake } from '../../../views/nation-lines.ts';

/** The arrow keys move by this much. */
const STEP_MS = 10_000;
/** The thumb's width in px: the track's ends are half of it away from the box's. */
const THUMB = 18;

const Box = styled.div`
  position: relative;
  min-inline-size: 0;
`;

const Range = styled.input`
  display: block;
  inline-size: 100%;
  block-size: var(--tap);
  margin: 0;
  appearance: none;
  background: none;
  cursor: pointer;

  &::-webkit-slider-runnable-track {
    block-size: 4px;
    border-radius: 2px;
    background: linear-gradient(
      to right,
      var(--action) var(--played),
      var(--rule-strong) var(--played)
    );
  }

  &::-moz-range-track {
    block-size: 4px;
    border-radius: 2px;
    background: var(--rule-strong);
  }

  &::-moz-range-progress {
    block-size: 4px;
    border-radius: 2px;
    background: var(--action);
  }

  &::-webkit-slider-thumb {
    appearance: none;
    inline-size: ${THUMB}px;
    block-size: ${THUMB}px;
    margin-block-start: -7px;
    border: 2px solid var(--surface-raised);
    border-radius: 50%;
    background: var(--action);
  }

  &::-moz-range-thumb {
    box-sizing: border-box;
    inline-size: ${THUMB}px;
    block-size: ${THUMB}px;
    border: 2px solid var(--surface-raised);
    border-radius: 50%;
    background: var(--action);
  }
`;

/** As wide as the way of the thumb's middle. */
const Marks = styled.div`
  position: absolute;
  inset-block-start: 0;
  inset-inline: ${THUMB / 2}px;
  block-size: 16px;
`;

const Mark = styled.button`
  position: absolute;
  inset-block-start: -2px;
  inline-size: 24px;
  block-size: 24px;
  margin-inline-start: -12px;
  padding: 0;
  border: 0;
  background: none;
  cursor: pointer;

  &::after {
    content: '';
    position: absolute;
    inset-block: 3px 9px;
    inset-inline: 10px;
    border-radius: 2px;
    background: currentcolor;
  }

  &:hover::after {
    inset-inline: 9px;
  }

  @media ${PHONE} {
    inset-block-start: -22px;
    inline-size: 44px;
    block-size: 44px;
    margin-inline-start: -22px;

    &::after {
      inset-block: 23px 9px;
      inset-inline: 20px;
    }
  }
`;

const Ends = styled.div`
  display: flex;
  justify-content: space-between;
  margin-block-start: -6px;
  color: var(--ink-faint);
  font-size: var(--text-caption);
  ${figures}
`;

export function Scrubber({
  fromMs,
  toMs,
  atMs,
  overtakes,
  onSeek,
}: {
  readonly fromMs: number;
  readonly toMs: number;
  readonly atMs: number;
  readonly overtakes: readonly Overtake[];
  readonly onSeek: (atMs: number) => void;
}) {
  const span = Math.max(1, toMs - fromMs);
  const percent = (moment: number) => Math.min(100, Math.max(0, ((moment - fromMs) / span) * 100));
  return (
    <Box>
      <Range
        type="range"
        aria-label="Moment"
        aria-valuetext={formatMoment(new Date(atMs))}
        min={0}
        max={span}
        step={STEP_MS}
        value={Math.min(span, Math.max(0, atMs - fromMs))}
        style={{ '--played': `${percent(atMs)}%` }}
        onChange={(event) => onSeek(Math.min(toMs, fromMs + Number(event.target.value)))}
      />
      <Marks>
        {overtakes.map(({ atMs: then, by, of }) => {
          const words = `${NATIONS[by].name} passed ${NATIONS[of].name}, ${formatDayTime(new Date(then))}`;
          return (
            <Mark
              key={`${then} ${by} ${of}`}
              type="button"
              title={words}
              aria-label={words}
              style={{ insetInlineStart: `${percent(then)}%`, color: NATION_STYLES[by].colour }}
              onClick={() => onSeek(then)}
            />
          );
        })}
      </Marks>
      <Ends aria-hidden>
        <span>{formatDayTime(new Date(fromMs))}</span>
        <span>{formatDayTime(new Date(toMs))}</span>
      </Ends>
    </Box>
  );
}
