/** The activity feed: who just did what, in a few lines that scroll at a readable pace. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { rulesQuery } from '../../api/rules.ts';
import { ChoiceButton, ChoiceGroup } from '../../ui/choice-button.ts';
import { useFollowed } from '../../ui/follow.ts';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { usePaced } from '../../ui/motion/use-paced.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote } from '../../ui/PanelRows.tsx';
import { lateBeside } from '../../views/late-beside.tsx';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';
import { eventsOf, isAboutFew, type FeedEvent } from './activity.ts';
import { Lines, waitingLines } from './activity-lines.tsx';
import { bigMoves } from './big-moves.ts';
import { FeedLine } from './FeedLine.tsx';
import { useActivity } from './use-activity.ts';

const RulesLines = lateBeside(() =>
  import('../../views/rule-changes.tsx').then((module) => module.RulesLines),
);

const PACE_MS = 1500;

const Shown = styled(ChoiceGroup)`
  margin-block: calc(-1 * var(--space-3));
  margin-inline-end: calc(-1 * var(--space-2));
`;

interface ActivityFeedProps {
  /** Only this nation's events; null for all. */
  readonly nationId?: NationId | null;
  /** Only those of oneself and whom one follows, if anybody (`mine`), or of a circle's wallets. */
  readonly people?: string | null;
  /** Pauses the feed together with the ranking beside it. */
  readonly isPaused?: boolean;
  readonly lines: number;
}

const CHOICES = { big: 'Big moves', all: 'All', mine: 'Mine' } as const;
type Choice = keyof typeof CHOICES;

/** Of everyone's events one chooses whether to see all; of a nation's all are shown. */
export function ActivityFeed({
  nationId = null,
  people = null,
  isPaused = false,
  lines,
}: ActivityFeedProps) {
  const { walletAddress: you } = useWallet();
  const { activity: latest, isError, ...query } = useActivity(nationId);
  // The first response, and a switch to another nation, are shown immediately.
  const subject = `${nationId ?? 'all'} ${latest ? 'read' : 'asked'}`;
  const activity = usePaced(subject, latest, { paceMs: PACE_MS, isPaused });
  const follows = useFollowed();
  const isFew = isAboutFew(people, follows);
  const isEveryones = !nationId && !isFew;
  const secondRules = useQuery(rulesQuery()).data?.[1];
  const big = useMemo(
    () => (isEveryones && activity ? bigMoves(activity, lines) : null),
    [activity, isEveryones, lines],
  );
  const mine = useMemo(
    () => activity && eventsOf(activity, people, you, follows),
    [activity, follows, you, people],
  );
  /** Null until chosen: big moves, if there were any when the page came. */
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [hadBig, setHadBig] = useState<boolean | null>(null);
  if (hadBig === null && big) setHadBig(big.length > 0);
  const shown = isFew ? 'mine' : (chosen ?? (hadBig === false ? 'all' : 'big'));
  // The first lines take a phone a while.
  const events = useDeferredValue(nationId ? activity : { big, all: activity, mine }[shown]);
  return (
    <Panel
      title="Activity"
      flush
      aside={
        isEveryones && (
          <Shown aria-label="Activity shown">
            {(['big', 'all', 'mine'] as const).map((one) => (
              <ChoiceButton
                key={one}
                type="button"
                aria-pressed={one === shown}
                onClick={() => setChosen(one)}
              >
                {CHOICES[one]}
              </ChoiceButton>
            ))}
          </Shown>
        )
      }
    >
      {!nationId && secondRules && <RulesLines />}
      {isError ? (
        <PanelNote>
          <LoadFailed text="The activity could not be loaded." query={query} />
        </PanelNote>
      ) : events?.length === 0 ? (
        <PanelNote>
          {activity?.length === 0
            ? 'Nothing has happened here yet.'
            : isFew || shown === 'big' || follows.size > 0
              ? 'Nothing lately.'
              : 'You follow nobody yet. The star beside a player adds them here.'}
        </PanelNote>
      ) : (
        <FeedLines
          events={events}
          lines={lines}
          you={you}
          isOfOne={nationId !== null}
          isOfFew={shown === 'mine'}
        />
      )}
    </Panel>
  );
}

/** The newest of the events, each gliding to its place. */
export function FeedLines({
  events,
  lines,
  you = null,
  isWall = false,
  isOfOne = false,
  isOfFew = false,
  nowMs,
}: {
  /** Newest first; null while unknown. */
  readonly events: readonly FeedEvent[] | null;
  readonly lines: number;
  readonly you?: Address | null;
  readonly isWall?: boolean;
  readonly isOfOne?: boolean;
  /** Of a few people, who have their stars in a list. */
  readonly isOfFew?: boolean;
  readonly nowMs?: number;
}) {
  const list = useRef<HTMLOListElement>(null);
  const shown = events?.slice(0, lines);
  // Of a past that plays several come at once.
  useGlide(list, nowMs ? null : (shown?.map(({ id }) => id).join() ?? ''));
  return (
    // Nothing new may come for long, so no space is reserved for it.
    <Lines
      ref={list}
      $lines={shown?.length ?? lines}
      aria-label="Activity"
      aria-busy={!shown}
      data-few={isOfFew}
    >
      {shown
        ? shown.map((event, index) => (
            <FeedLine
              key={event.id}
              event={event}
              index={index}
              isYou={event.walletAddress === you}
              isWall={isWall}
              isOfOne={isOfOne}
              {...(nowMs !== undefined && { nowMs })}
            />
          ))
        : waitingLines(lines)}
    </Lines>
  );
}
