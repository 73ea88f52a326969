/**
 * One quiet line of news about the player, with a link to respond to it. Its space is always reserved, so
 * that nothing moves when news arrives; the player's own move takes the line for four seconds.
 */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { DENA_PER_GDP } from '../../../../common/rules/dena-rate.ts';
import { WEI_PER_DENA } from '../../../../common/values/amount.ts';
import { useGameNow } from '../../api/config.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useNames } from '../../live/use-names.ts';
import { useOwnRow } from '../../live/use-own-row.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { nationPath } from '../../views/nation-path.ts';
import { playerPath } from '../../views/Person.tsx';
import { prefill } from '../../views/prefill.ts';
import { showStake } from '../../views/shown-stake.ts';
import { NotifySwitch } from './NotifySwitch.tsx';
import { withNames, type NewsItem } from './news-items.ts';
import { Celebration } from './Celebration.tsx';
import { dismiss, dismissAway, useNews } from './news-store.ts';
import { useNamedStakes, type StakeAtHand } from './use-named-stakes.ts';
import { awayText, stakesText, newsText } from './words.ts';

const Strip = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 var(--space-4);
  align-items: center;
  block-size: 3.75rem;
  border-block-start: 1px solid var(--rule);
  font-variant-numeric: tabular-nums;

  @media (max-width: 40rem) {
    grid-template-rows: minmax(0, 1fr) auto;
    grid-template-columns: minmax(0, 1fr);
    block-size: 7rem;
    padding-block: var(--space-2) 0;
  }
`;

const Line = styled.output`
  display: block;
  min-inline-size: 0;
  max-block-size: 100%;
`;

const News = styled.span`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  line-height: 1.35;
  text-wrap: pretty;

  &[data-quiet] {
    color: var(--ink-faint);
    font-size: var(--text-caption);
  }

  @media (max-width: 40rem) {
    -webkit-line-clamp: 3;
    font-size: var(--text-caption);
  }
`;

const Actions = styled.div`
  display: flex;
  align-items: center;
  justify-content: end;
  gap: var(--space-2);
  min-block-size: var(--tap);
`;

const More = styled.span`
  color: var(--ink-faint);
  font-size: var(--text-caption);
  white-space: nowrap;
`;

/** @param freeWei what can be staked on this page; null if nothing can. */
export function NewsStrip({
  player,
  freeWei,
}: {
  readonly player: PlayerNationView;
  readonly freeWei: bigint | null;
}) {
  const { walletAddress } = player.playerNation;
  const held = useNews();
  const isOwn = held.wallet === walletAddress;
  const stakes = useNamedStakes(walletAddress, true);
  const now = useGameNow();
  const knownName = useNames();
  const celebration = isOwn ? held.celebration : null;
  const away = isOwn ? held.away : null;
  const items = isOwn ? held.items : [];
  const [item] = items;
  const others = items.length + (away ? 1 : 0) - 1;

  let news: ReactNode = <News data-quiet>Nothing new since your last visit.</News>;
  let answer: ReactNode = null;
  let onDismiss: (() => void) | null = null;
  if (celebration) {
    news = <Celebration key={celebration.key} celebration={celebration} />;
  } else if (item) {
    const named = withNames(item, knownName);
    news = <News>{newsText(named, (ids) => stakesText(ids, stakes ?? []))}</News>;
    answer = <Answer item={item} player={player} freeWei={freeWei} stakes={stakes ?? []} />;
    onDismiss = () => dismiss(item.key);
  } else if (away) {
    news = <News>{awayText(away, now(), knownName)}</News>;
    answer = (
      <ButtonLink to={away.unbacked.length > 0 ? playerPath(walletAddress) : '/ranking'}>
        {away.unbacked.length > 0 ? 'See what is left' : 'See the ranking'}
      </ButtonLink>
    );
    onDismiss = dismissAway;
  }
  return (
    <Strip aria-label="What happened">
      <Line>{news}</Line>
      <Actions>
        {!celebration && others > 0 && <More>{`${formatCount(others)} more`}</More>}
        {answer}
        {onDismiss && (
          <Button tone="quiet" square aria-label="Dismiss" onClick={onDismiss}>
            <X size={18} aria-hidden />
          </Button>
        )}
        <NotifySwitch />
      </Actions>
    </Strip>
  );
}

function Answer({
  item,
  player,
  freeWei,
  stakes,
}: {
  readonly item: NewsItem;
  readonly player: PlayerNationView;
  readonly freeWei: bigint | null;
  readonly stakes: readonly StakeAtHand[];
}) {
  switch (item.kind) {
    case 'passed':
      return <PassBack rank={item.rankBefore} freeWei={freeWei} />;
    case 'presidency':
      return <ButtonLink to={nationPath(item.nationId)}>See the race</ButtonLink>;
    case 'unbacked':
      return (
        <ButtonLink to={playerPath(player.playerNation.walletAddress)}>See what is left</ButtonLink>
      );
    case 'unlocked': {
      const show = (): void => {
        const stake = stakes.find(({ id }) => item.stakeIds.includes(id));
        if (stake) showStake(stake);
      };
      return freeWei === null ? (
        <ButtonLink to="/dashboard" onClick={show}>
          Go to your stakes
        </ButtonLink>
      ) : (
        <Button onClick={show}>Show your stakes</Button>
      );
    }
  }
}

/** A stake that wins back the lost places, if the player has enough DENA. */
function PassBack({ rank, freeWei }: { readonly rank: number; readonly freeWei: bigint | null }) {
  const { rows } = useLeaderboard({ poll: false });
  const own = useOwnRow();
  const rival = rows[rank - 1];
  // [LB1] A tie keeps the player who was there first.
  const dena = own && rival ? (rival.gdp - own.gdp + 1) * DENA_PER_GDP : 0;
  if (freeWei === null) return <ButtonLink to="/dashboard">See your next move</ButtonLink>;
  if (dena <= 0 || BigInt(dena) * WEI_PER_DENA > freeWei) {
    return <ButtonLink to="/ranking">See the ranking</ButtonLink>;
  }
  return (
    <Button onClick={() => prefill('dena', String(dena))}>
      {`Pass back with ${formatCount(dena)} DENA`}
    </Button>
  );
}
