/** The ranking at a past moment: a clock, a scrubber, the nations, the first rows, and what just happened. */
import { Link2, Pause, Play, Radio } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { useQuery } from '@tanstack/react-query';
import type { Span } from '../../../../../common/protocol/nations.ts';
import type { Address } from '../../../../../common/values/address.ts';
import { instantOf, instantText } from '../../../../../common/values/instant.ts';
import { NATION_LIST } from '../../../../../common/values/nations.ts';
import { nationsHistoryQuery } from '../../../api/nations.ts';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { HiddenStatus } from '../../../ui/VisuallyHidden.tsx';
import { Flag } from '../../../ui/atlas/Flag.tsx';
import { ChoiceGroup } from '../../../ui/choice-button.ts';
import { formatCount, formatDeltaDollars, formatDollars, formatGdpK } from '../../../ui/format.ts';
import { Figure } from '../../../ui/motion/Figure.tsx';
import { useShortcut } from '../../../ui/shortcuts.ts';
import { Person } from '../../../ui/Person.tsx';
import { actOf } from '../../../views/activity-words.ts';
import { momentsOf, overtakesIn } from '../../../views/nation-lines.ts';
import { RankingSkeleton } from '../RankingSkeleton.tsx';
import { PastList } from './PastList.tsx';
import { Scrubber } from './Scrubber.tsx';
import {
  Buttons,
  Change,
  Clock,
  Columns,
  Controls,
  ActivityList,
  FlagCell,
  Line,
  Message,
  Nothing,
  SpeedButton,
  Totals,
  What,
  When,
} from './parts.tsx';
import type { PastFrame } from './replay.ts';
import { SPEEDS, type Playing } from './use-replay.ts';
import { windowAround } from './window.ts';

let formats: { readonly time: Intl.DateTimeFormat; readonly day: Intl.DateTimeFormat } | null =
  null;

/** `21:04:07` and `23 Nov 2026, GMT+1`. */
function clockTexts(atMs: number): { readonly time: string; readonly day: string } {
  formats ??= {
    time: new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23' }),
    day: new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZoneName: 'short',
    }),
  };
  return { time: formats.time.format(atMs), day: formats.day.format(atMs) };
}

const DAY_MS = 24 * 60 * 60_000;
const SAYS_COPIED_MS = 2000;

const Sheet = styled.div`
  min-inline-size: 0;
`;

export function PastRanking({
  playing,
  begunMs,
  nowMs,
  you,
  onLive,
}: {
  readonly playing: Playing;
  readonly begunMs: number;
  readonly nowMs: number;
  readonly you: Address | null;
  readonly onLive: () => void;
}) {
  const { atMs, frame, isPlaying, isLoading, error, speed } = playing;
  const window = windowAround(atMs, begunMs, nowMs);
  const overtakes = useOvertakes(window, nowMs);
  useShortcut('p', () => (isPlaying ? playing.pause() : playing.play()));
  useShortcut('l', onLive);
  const clock = clockTexts(atMs);
  return (
    <Sheet>
      <Controls aria-label="Moment shown">
        <Clock>
          <time dateTime={instantText(atMs)}>{clock.time}</time>
          <span>{clock.day}</span>
        </Clock>
        <Buttons>
          <Button
            tone={isPlaying ? 'secondary' : 'primary'}
            onClick={isPlaying ? playing.pause : playing.play}
          >
            {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
            <span>{isPlaying ? 'Pause' : 'Play'}</span>
          </Button>
          <ChoiceGroup aria-label="Speed">
            {SPEEDS.map((one) => (
              <SpeedButton
                key={one}
                type="button"
                aria-pressed={one === speed}
                onClick={() => playing.setSpeed(one)}
              >
                {`${one}×`}
              </SpeedButton>
            ))}
          </ChoiceGroup>
        </Buttons>
        <Scrubber {...window} atMs={atMs} overtakes={overtakes} onSeek={playing.seek} />
        <Buttons>
          <Button tone="secondary" onClick={onLive}>
            <Radio size={16} aria-hidden />
            Back to live
          </Button>
          <CopyLink />
        </Buttons>
      </Controls>
      {error !== null && (
        <Message role="alert">
          This moment could not be loaded. Check your connection, then try again.
          <Button onClick={() => playing.seek(atMs)}>Try again</Button>
        </Message>
      )}
      {frame?.isLost && (
        <Message>
          So many rows fell here that the next ones are not known. The replay ends; the ranking of a
          later moment is exact again.
          <Button onClick={() => playing.seek(Math.min(nowMs, atMs + 60 * 60_000))}>
            An hour later
          </Button>
        </Message>
      )}
      {frame ? (
        <Shown frame={frame} you={you} isLoading={isLoading} isPlaying={isPlaying} />
      ) : (
        error === null && <RankingSkeleton />
      )}
    </Sheet>
  );
}

function Shown({
  frame: { rows, count, totals, activity },
  you,
  isLoading,
  isPlaying,
}: {
  readonly frame: PastFrame;
  readonly you: Address | null;
  readonly isPlaying: boolean;
  readonly isLoading: boolean;
}) {
  const standings = [...NATION_LIST].sort(
    (a, b) => totals[b.id] - totals[a.id] || (a.id < b.id ? -1 : 1),
  );
  const acts = activity
    .map((event) => ({ event, act: actionOf(event) }))
    .filter(({ act }) => act !== null);
  return (
    <>
      <Totals aria-label="Nations">
        {standings.map(({ id, name }) => (
          <li key={id}>
            <Flag nation={id} />
            <span>{name}</span>
            <b title={formatDollars(totals[id])}>
              <Figure value={totals[id]} text={`$${formatGdpK(totals[id])}`} />
            </b>
          </li>
        ))}
      </Totals>
      <Columns>
        <div aria-busy={isLoading}>
          <PastList
            rows={rows}
            you={you}
            isPlaying={isPlaying}
            label={`The first ${formatCount(rows.length)} of ${formatCount(count)}`}
          />
        </div>
        <Panel title="Just before" flush>
          <ActivityList>
            {acts.length === 0 && (
              <li>
                <Nothing>Nothing in the minute before.</Nothing>
              </li>
            )}
            {acts.map(({ event, act }) => {
              const delta = event.gdpAfter - event.gdpBefore;
              return (
                <Line key={event.id}>
                  <FlagCell>
                    <Flag nation={event.nationId} />
                  </FlagCell>
                  <Person wallet={event.walletAddress} name={event.name} />
                  <When dateTime={event.at}>{clockTexts(instantOf(event.at)).time}</When>
                  <What title={act ?? undefined}>{act}</What>
                  <Change $delta={delta}>{delta !== 0 && formatDeltaDollars(delta)}</Change>
                </Line>
              );
            })}
          </ActivityList>
        </Panel>
      </Columns>
    </>
  );
}

function actionOf({ kind, nationId, detail }: PastFrame['activity'][number]): string | null {
  return kind && actOf({ kind, nationId, detail });
}

/** Where nations passed each other, from the history with the finest steps that reaches back so far. */
function useOvertakes({ fromMs, toMs }: { fromMs: number; toMs: number }, nowMs: number) {
  const ageMs = nowMs - fromMs;
  const span: Span = ageMs <= DAY_MS ? '24h' : ageMs <= 7 * DAY_MS ? '7d' : 'all';
  const { data } = useQuery(nationsHistoryQuery(span));
  return useMemo(() => {
    const moments = data ? momentsOf(data, toMs, null) : [];
    return overtakesIn(moments).filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
  }, [data, fromMs, toMs]);
}

function CopyLink() {
  const [text, setText] = useState<'Copy link' | 'Copied' | 'Not copied'>('Copy link');
  useEffect(() => {
    if (text === 'Copy link') return undefined;
    const timer = setTimeout(() => setText('Copy link'), SAYS_COPIED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const copy = () => {
    navigator.clipboard.writeText(location.href).then(
      () => setText('Copied'),
      (error: unknown) => {
        console.warn('The link could not be copied:', error);
        setText('Not copied');
      },
    );
  };
  return (
    <Button tone="quiet" onClick={copy}>
      <Link2 size={16} aria-hidden />
      <span>{text}</span>
      {text !== 'Copy link' && <HiddenStatus>{text}</HiddenStatus>}
    </Button>
  );
}
