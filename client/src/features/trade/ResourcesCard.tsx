/**
 * The nation's landmark; the player's holdings of the four resources, updated live, what it lacks
 * of each, and the buttons to buy it.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { RESOURCE_TYPES, type ResourceType } from '../../../../common/values/resources.ts';
import { unitsIn } from '../../../../common/values/works.ts';
import { useGameNow, useRules } from '../../api/config.ts';
import { rulesQuery } from '../../api/rules.ts';
import { useIsPaused } from '../../api/status.ts';
import { useWorks } from '../../live/use-works.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { lateOnPress } from '../../ui/late.tsx';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useTick } from '../../ui/motion/use-tick.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BigFigure, Caption } from '../../ui/text.ts';
import { WORK_NAMES } from '../../../../common/values/work-names.ts';
import { RESOURCES } from '../../views/resources.ts';
import { NeedBar } from '../../views/works/Needs.tsx';
import { missingOf, presentStage, unitsText } from '../../views/works/progress.ts';
import { Announced } from '../../views/rule-changes.tsx';
import { useUpdateResources } from '../../wallet/mutations/commands.ts';
import { WorkPart } from './WorkPart.tsx';
import { rateText, unitsAt } from './accrued.ts';

const TradeDialog = lateOnPress(() =>
  import('./TradeDialog.tsx').then((module) => module.TradeDialog),
);

/** A unit takes minutes at the fastest rate. */
const TICK_MS = 5000;

/** The landmark, and the four that it is built from. */
const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 4fr);

  > * + * {
    border-inline-start: 1px solid var(--rule);
  }

  @media (max-width: 72rem) {
    grid-template-columns: minmax(0, 1fr);

    > * + * {
      border-inline-start: 0;
      border-block-start: 1px solid var(--rule);
    }
  }
`;

const Four = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr));

  > div {
    display: grid;
    align-content: start;
    padding: var(--space-3) var(--card-gutter) var(--space-4);
    border: solid var(--rule);
    border-width: 1px 0 0 1px;
    margin: -1px 0 0 -1px;
  }

  dt {
    display: flex;
    gap: var(--space-2);
    align-items: center;
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  dd:last-child {
    margin-block-start: var(--space-1);
  }
`;

/** What is announced; nothing may be. */
const Coming = styled.div`
  padding: var(--space-3) var(--card-gutter);
  border-block-end: 1px solid var(--rule);

  &:empty {
    display: none;
  }
`;

const Buy = styled.button`
  color: var(--ink);
  text-align: start;
  text-decoration: underline;
  text-decoration-color: var(--rule-strong);
  text-underline-offset: 3px;
`;

export function ResourcesCard({
  player,
  availableWei,
}: {
  readonly player: PlayerNationView;
  /** DENA available to spend. */
  readonly availableWei: bigint;
}) {
  /** A resource: the trade, with it chosen. */
  const [open, setOpen] = useState<'trade' | ResourceType | null>(null);
  const now = useGameNow();
  useTick(TICK_MS);
  useSettledResources();
  const { bonusPercent } = useRules();
  const { resources, nation, playerNation } = player;
  const units = unitsAt(player, useQuery(rulesQuery()).data, now());
  const { works, ...query } = useWorks();
  const work = works[playerNation.nationId] ?? null;
  const stage = work && presentStage(work);
  const close = () => setOpen(null);
  return (
    <Panel
      title="Resources"
      figure={unitsText(unitsIn(units))}
      flush
      aside={
        <Button onClick={() => setOpen('trade')} onPointerEnter={() => void TradeDialog.load()}>
          Trade Resources
        </Button>
      }
    >
      <Coming>
        <Announced of={['trade', 'accrual', 'bonusPercent']} />
      </Coming>
      <Parts>
        <WorkPart player={player} units={units} work={work} query={query} />
        <Four>
          {RESOURCE_TYPES.map((type) => {
            const { label, Icon } = RESOURCES[type];
            return (
              <div key={type}>
                <dt>
                  <Icon size={18} strokeWidth={1.5} aria-hidden />
                  <span>{label}</span>
                </dt>
                <BigFigure as="dd">
                  <Figure value={units[type]} text={formatCount(units[type])} />
                </BigFigure>
                <Caption as="dd">
                  <span>{`${rateText(resources.perHour[type])} `}</span>
                  {NATIONS[nation.id].bonusResource === type && (
                    <Caption $tone="rise">{`+${bonusPercent}%`}</Caption>
                  )}
                </Caption>
                <Caption as="dd">
                  {stage ? (
                    <Lack
                      type={type}
                      need={stage.need[type]}
                      have={stage.have[type]}
                      landmark={WORK_NAMES[nation.id].title}
                      onBuy={() => setOpen(type)}
                    />
                  ) : (
                    query.isPending && !work && <Skeleton $width="8rem" />
                  )}
                </Caption>
              </div>
            );
          })}
        </Four>
      </Parts>
      {open !== null && (
        <TradeDialog.Component
          player={player}
          units={units}
          availableWei={availableWei}
          wanted={open === 'trade' ? null : open}
          lacks={stage && missingOf(stage)}
          onClose={close}
          onMissing={close}
        />
      )}
    </Panel>
  );
}

/** What the landmark's present stage lacks of a resource: pressed, it is bought. */
function Lack({
  type,
  need,
  have,
  landmark,
  onBuy,
}: {
  readonly type: ResourceType;
  readonly need: number;
  readonly have: number;
  readonly landmark: string;
  readonly onBuy: () => void;
}) {
  const missing = formatCount(need - have);
  return (
    <>
      <NeedBar need={need} have={have} />
      {have >= need ? (
        <span>Complete</span>
      ) : (
        <Buy
          type="button"
          data-tap
          aria-label={`${landmark} lacks ${missing} ${type}: buy them`}
          onClick={onBuy}
          onPointerEnter={() => void TradeDialog.load()}
        >
          {`${missing} still needed`}
        </Buy>
      )}
    </>
  );
}

/** Rarely enough: the page extrapolates in between. */
const SETTLE_EVERY_MS = 5 * 60 * 1000;

/** Settles on mount and then every few minutes, while the page is visible. */
function useSettledResources(): void {
  const { mutate } = useUpdateResources();
  const isPaused = useIsPaused();
  const settle = useEffectEvent(() => {
    if (document.visibilityState === 'hidden' || isPaused) return;
    mutate(undefined, {
      onError: (error) => console.warn('Resources could not be settled:', error),
    });
  });
  useEffect(() => {
    settle();
    const timer = setInterval(() => settle(), SETTLE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
