/**
 * The player's holdings of the four resources, updated live; the buttons to buy more and to contribute them to
 * the nation's work, and what that lacks.
 */
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { BONUS_PERCENT, NATIONS } from '../../../../common/values/nations.ts';
import { RESOURCE_TYPES } from '../../../../common/values/resources.ts';
import { useGameNow } from '../../api/config.ts';
import { useWorks } from '../../live/use-works.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatCount } from '../../ui/format.ts';
import { lateOnPress } from '../../ui/late.tsx';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useTick } from '../../ui/motion/use-tick.ts';
import { RESOURCES } from '../../views/resources.ts';
import { NeedBar } from '../../views/works/Needs.tsx';
import { presentStage } from '../../views/works/progress.ts';
import { useUpdateResources } from '../../wallet/mutations/commands.ts';
import { WorkStrip } from './WorkStrip.tsx';
import { rateText, unitsAt } from './accrued.ts';
import { whyNothing } from './contribute-form.ts';

const TradeDialog = lateOnPress(() =>
  import('./TradeDialog.tsx').then((module) => module.TradeDialog),
);
const ContributeDialog = lateOnPress(() =>
  import('./ContributeDialog.tsx').then((module) => module.ContributeDialog),
);

/** A unit takes minutes at the fastest rate. */
const TICK_MS = 5000;

const Row = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));

  @media (max-width: 48rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const Resource = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-content: start;
  gap: 0 var(--space-3);
  padding: var(--space-4) var(--space-5);

  & + & {
    border-inline-start: 1px solid var(--rule);
  }

  > svg {
    grid-row: span 4;
    margin-block-start: 2px;
    color: var(--ink-muted);
  }

  dt {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  dd {
    margin: 0;
  }

  @media (max-width: 48rem) {
    padding: var(--space-3) var(--space-4);

    &:nth-child(odd) {
      border-inline-start: 0;
    }

    &:nth-child(n + 3) {
      border-block-start: 1px solid var(--rule);
    }
  }
`;

const Units = styled.dd`
  font-size: var(--text-heading);
  font-weight: 600;
  letter-spacing: -0.01em;
  line-height: 1.3;
`;

const Rate = styled.dd`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-2);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;

  > strong {
    color: var(--rise);
    font-weight: 600;
  }
`;

const Missing = styled.dd`
  && {
    margin-block-start: var(--space-2);
  }

  display: grid;
  gap: var(--space-1);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;
`;

const Trade = styled(Button)`
  /* Keeps the heading row at its height. */
  margin-block: calc(-1 * var(--space-2));
`;

export function ResourcesCard({
  player,
  availableWei,
}: {
  readonly player: PlayerNationView;
  /** DENA available to spend. */
  readonly availableWei: bigint;
}) {
  const [open, setOpen] = useState<'trade' | 'contribute' | null>(null);
  const whyId = useId();
  const now = useGameNow();
  useTick(TICK_MS);
  useSettledResources();
  const { resources, nation, playerNation } = player;
  const units = unitsAt(resources, now());
  const works = useWorks();
  const work = works.works[playerNation.nationId] ?? null;
  const stage = work && presentStage(work);
  const isWaiting = works.isPending && !work;
  const reason = isWaiting ? null : whyNothing(work, units);
  const close = () => setOpen(null);
  return (
    <Panel
      title="Resources"
      flush
      aside={
        <Trade onClick={() => setOpen('trade')} onPointerEnter={() => void TradeDialog.load()}>
          Trade Resources
        </Trade>
      }
    >
      <Row>
        {RESOURCE_TYPES.map((type) => {
          const { label, Icon } = RESOURCES[type];
          return (
            <Resource key={type}>
              <Icon size={22} strokeWidth={1.5} aria-hidden />
              <dt>{label}</dt>
              <Units>
                <Figure value={units[type]} text={formatCount(units[type])} />
              </Units>
              <Rate>
                <span>{`${rateText(resources.perHour[type])} `}</span>
                {NATIONS[nation.id].bonusResource === type && (
                  <strong>{`+${BONUS_PERCENT}%`}</strong>
                )}
              </Rate>
              {stage ? (
                <Lack need={stage.need[type]} have={stage.have[type]} />
              ) : (
                isWaiting && <LackSkeleton />
              )}
            </Resource>
          );
        })}
      </Row>
      <WorkStrip
        nationId={playerNation.nationId}
        works={works}
        contributed={playerNation.contributed}
        give={
          <>
            <Button
              disabled={!work || reason !== null}
              aria-describedby={reason === null ? undefined : whyId}
              onClick={() => setOpen('contribute')}
              onPointerEnter={() => void ContributeDialog.load()}
            >
              Contribute
            </Button>
            {reason !== null && <p id={whyId}>{reason}</p>}
          </>
        }
      />
      {open === 'trade' && (
        <TradeDialog.Component
          player={player}
          units={units}
          availableWei={availableWei}
          onClose={close}
          onMissing={close}
        />
      )}
      {open === 'contribute' && work && (
        <ContributeDialog.Component
          player={player}
          units={units}
          work={work}
          onClose={close}
          onMissing={close}
        />
      )}
    </Panel>
  );
}

/** What the work's present stage lacks of a resource. */
function Lack({ need, have }: { readonly need: number; readonly have: number }) {
  return (
    <Missing>
      <NeedBar need={need} have={have} />
      <span>
        {have >= need ? (
          'The work has enough'
        ) : (
          <span>
            The work lacks <Figure value={need - have} text={formatCount(need - have)} />
          </span>
        )}
      </span>
    </Missing>
  );
}

function LackSkeleton() {
  return (
    <Missing aria-busy>
      <NeedBar need={1} have={0} />
      <span>
        <Skeleton $width="8rem" />
      </span>
    </Missing>
  );
}

/** Rarely enough: the page extrapolates in between. */
const SETTLE_EVERY_MS = 5 * 60 * 1000;

/** Settles on mount and then every few minutes, while the page is visible. */
function useSettledResources(): void {
  const { mutate } = useUpdateResources();
  const settle = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') return;
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
