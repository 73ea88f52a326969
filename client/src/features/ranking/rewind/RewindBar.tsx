/**
 * The controls of a past ranking: its clock, play and pause, the speed, a scrubber, and the ways
 * back.
 */
import { Pause, Play, Radio } from 'lucide-react';
import { styled } from 'styled-components';
import { failureReason } from '../../../../../client-kit/api/api-error.ts';
import { instantText } from '../../../../../common/values/instant.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChoiceButton, ChoiceGroup } from '../../../ui/choice-button.ts';
import { NARROW, Row, Stack } from '../../../ui/layout/boxes.ts';
import { useShortcut } from '../../../ui/shortcuts.ts';
import { Caption } from '../../../ui/text.ts';
import { Problem } from '../RankingBar.tsx';
import { formatDayTime, formatMoment } from '../../../ui/format.ts';
import { Range } from '../../../ui/Range.ts';
import { visuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { windowAround } from './replay.ts';
import { SPEEDS, type Playing } from './use-replay.ts';

const HOUR_MS = 60 * 60_000;

const Controls = styled.section`
  display: grid;
  grid-template-columns: auto auto minmax(0, 1fr) auto;
  gap: var(--space-2) var(--space-5);
  align-items: center;
  margin-block: var(--space-2);
  padding: var(--space-1) var(--space-4);
  border: 1px solid var(--rule);
  border-inline-start: 3px solid var(--action);
  border-radius: var(--radius);
  background: var(--surface-raised);

  /* Wide enough for either word. */
  > :nth-child(2) > button {
    min-inline-size: 6.75rem;
  }

  @media (max-width: 79.99rem) {
    grid-template-columns: minmax(0, 1fr) auto auto;
    padding-block-start: var(--space-3);

    > :nth-child(3) {
      grid-row: 2;
      grid-column: 1 / -1;
    }
  }

  /* Two lines, as low as a thumb allows: the list is what is watched. */
  @media ${NARROW} {
    gap: 0 var(--space-1);
    margin-block: var(--space-1);
    padding: 0 var(--space-2);

    button {
      min-inline-size: var(--tap);
      padding-inline: var(--space-1);
    }

    > button,
    > :nth-child(2) > button {
      min-inline-size: var(--tap);
      border-color: transparent;
      background: none;
      color: var(--action);
    }

    > :nth-child(2) > button > span,
    [data-wide] {
      ${visuallyHidden}
    }

    > button > span {
      text-transform: capitalize;
    }
  }
`;

/** Wide enough for any moment, so that nothing beside it moves. */
const Clock = styled.p`
  min-inline-size: 9rem;
  line-height: 1.25;
  white-space: nowrap;

  > time {
    display: block;
    font-size: var(--text-lead);
    font-weight: 600;
  }

  /* The ends of the slider have the day. */
  @media ${NARROW} {
    min-inline-size: 0;

    > time {
      font-size: var(--text-body);
    }

    > :last-child {
      ${visuallyHidden}
    }
  }
`;

const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZoneName: 'short',
});

export function RewindBar({
  playing,
  begunMs,
  nowMs,
  onLive,
}: {
  readonly playing: Playing;
  readonly begunMs: number;
  readonly nowMs: number;
  readonly onLive: () => void;
}) {
  const { atMs, frame, isPlaying, error, speed } = playing;
  const window = windowAround(atMs, begunMs, nowMs);
  const toggle = isPlaying ? playing.pause : playing.play;
  useShortcut('p', toggle);
  useShortcut('l', onLive);
  return (
    <>
      <Controls aria-label="Moment shown">
        <Clock>
          <time dateTime={instantText(atMs)}>{TIME.format(atMs)}</time>
          <Caption>{DAY.format(atMs)}</Caption>
        </Clock>
        <Row $gap={2}>
          <Button tone={isPlaying ? 'secondary' : 'primary'} onClick={toggle}>
            {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
            <span>{isPlaying ? 'Pause' : 'Play'}</span>
          </Button>
          <ChoiceGroup aria-label="Speed">
            {SPEEDS.map((one) => (
              <ChoiceButton
                key={one}
                type="button"
                aria-pressed={one === speed}
                onClick={() => playing.setSpeed(one)}
              >
                {`${one}×`}
              </ChoiceButton>
            ))}
          </ChoiceGroup>
        </Row>
        <Scrubber {...window} atMs={atMs} onSeek={playing.seek} />
        <Button tone="secondary" onClick={onLive}>
          <Radio size={16} aria-hidden />
          <span>
            <span data-wide>Back to </span>
            <span>live</span>
          </span>
        </Button>
      </Controls>
      {error !== null && (
        <Problem role="alert">
          <span>This moment could not be loaded.</span>
          <span>{failureReason(error)}</span>
          <Button onClick={() => playing.seek(atMs)}>Try again</Button>
        </Problem>
      )}
      {frame?.isLost && (
        <Problem>
          So many rows fell here that the next ones are not known. The replay ends; the ranking of a
          later moment is exact again.
          <Button onClick={() => playing.seek(Math.min(nowMs, atMs + HOUR_MS))}>
            An hour later
          </Button>
        </Problem>
      )}
    </>
  );
}

const Track = styled(Stack)`
  /* A thumb's height would reach into the dates. */
  > :focus-visible {
    outline-offset: -0.625rem;
  }

  @media ${NARROW} {
    gap: 0;

    > :last-child {
      margin-block: -0.875rem 0.25rem;
      line-height: 1;
      pointer-events: none;
    }
  }
`;

/** The arrow keys move by this much. */
const STEP_MS = 10_000;

function Scrubber({
  fromMs,
  toMs,
  atMs,
  onSeek,
}: {
  readonly fromMs: number;
  readonly toMs: number;
  readonly atMs: number;
  readonly onSeek: (atMs: number) => void;
}) {
  const span = Math.max(1, toMs - fromMs);
  return (
    <Track>
      <Range
        aria-label="Moment"
        aria-valuetext={formatMoment(new Date(atMs))}
        min={0}
        max={span}
        step={STEP_MS}
        value={Math.min(span, Math.max(0, atMs - fromMs))}
        onChange={(event) => onSeek(Math.min(toMs, fromMs + Number(event.target.value)))}
      />
      <Row as={Caption} $tone="faint" $justify="space-between" aria-hidden>
        <span>{formatDayTime(new Date(fromMs))}</span>
        <span>{formatDayTime(new Date(toMs))}</span>
      </Row>
    </Track>
  );
}
