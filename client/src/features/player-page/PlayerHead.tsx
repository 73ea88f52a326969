/** The head of a player's page: who, which nation, rank, GDP, and since when. */
import { Crown } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import type { Address } from '../../../../common/values/address.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { useGameNow } from '../../api/config.ts';
import { Badge } from '../../ui/Badge.tsx';
import { CopyAddress } from '../../ui/CopyAddress.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount, formatDollars } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Crumbs } from '../../views/Crumbs.tsx';
import { GdpChart } from '../../views/GdpChart.tsx';
import { gdpHistory } from '../../views/gdp-history.ts';
import { nationPath } from '../../views/nation-path.ts';

const Head = styled.header`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(22rem, 30rem);
  gap: var(--space-5) var(--space-7);
  align-items: end;

  @media (max-width: 64rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Who = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--space-5);
  align-items: start;

  @media (max-width: 40rem) {
    gap: var(--space-4);
  }
`;

const Seal = styled.span`
  display: block;
  padding: 5px;
  border: 1px solid var(--rule-strong);
  color: var(--ink);

  > svg {
    inline-size: clamp(4rem, 9vw, 7.5rem);
    block-size: clamp(4rem, 9vw, 7.5rem);
  }
`;

const SealPlace = styled.span`
  display: block;
  inline-size: clamp(4rem, 9vw, 7.5rem);
  block-size: clamp(4rem, 9vw, 7.5rem);
  background: var(--surface-hover);
`;

const Title = styled.h1`
  font-size: var(--text-title);
  overflow-wrap: anywhere;
  min-block-size: 1.08em;
`;

const Line = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-1) var(--space-3);
  min-block-size: 1.75rem;
  margin-block-start: var(--space-3);
  color: var(--ink-muted);
`;

const Nation = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
  color: var(--ink);
  font-weight: 500;
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`;

const Address42 = styled.div`
  display: flex;
  min-block-size: var(--tap);
  margin-inline-start: calc(-1 * var(--space-2));

  [data-whole] {
    @media (max-width: 48rem) {
      display: none;
    }
  }

  [data-short] {
    display: none;

    @media (max-width: 48rem) {
      display: inline;
    }
  }
`;

const Standing = styled.div`
  min-inline-size: 0;
`;

const Figures = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 var(--space-6);

  dt {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  dd {
    margin: 0;
    font-size: clamp(2.25rem, 1.6rem + 2.6vw, 3.5rem);
    font-weight: 600;
    letter-spacing: -0.03em;
    line-height: 1.1;
  }

  > div + div {
    padding-inline-start: var(--space-6);
    border-inline-start: 1px solid var(--rule);
  }
`;

export function PlayerHead({
  wallet,
  player,
  isYou,
}: {
  /** Null in the prerendered page, which is the same for everyone. */
  readonly wallet: Address | null;
  readonly player: PlayerPageView | null;
  readonly isYou: boolean;
}) {
  const now = useGameNow();
  const nation = player?.nation;
  const called = wallet && (player?.name ?? shortAddress(wallet));
  const history = player && gdpHistory(player.history, player.gdp, now());
  return (
    <>
      <Crumbs
        way={[
          { to: '/ranking', label: 'Ranking' },
          ...(nation ? [{ to: nationPath(nation.id), label: nation.name }] : []),
        ]}
        here={called ?? 'Player'}
      />
      <Head>
        <Who>
          <Seal>{wallet ? <Identicon address={wallet} size={120} /> : <SealPlace />}</Seal>
          <div>
            <Title>{called ?? <Skeleton $width="min(16rem, 60vw)" />}</Title>
            <Line>
              {nation ? (
                <>
                  <Nation data-tap to={nationPath(nation.id)}>
                    <Flag nation={nation.id} height={18} />
                    <span>{nation.name}</span>
                  </Nation>
                  {player.isPresident && (
                    <Badge $tone="action">
                      <Crown size={13} aria-hidden />
                      President
                    </Badge>
                  )}
                  {isYou && <Badge $tone="action">You</Badge>}
                  <span>{`Joined ${formatDay(new Date(player.joinedAt))}`}</span>
                </>
              ) : (
                <Skeleton $width="14rem" />
              )}
            </Line>
            <Address42>
              {wallet && (
                <CopyAddress
                  address={wallet}
                  short={
                    <>
                      <span data-whole>{wallet}</span>
                      <span data-short>{shortAddress(wallet)}</span>
                    </>
                  }
                />
              )}
            </Address42>
          </div>
        </Who>
        <Standing>
          <Figures>
            <div>
              <dt>Global rank</dt>
              <dd>
                {player ? (
                  <Figure
                    value={-(player.rank ?? 0)}
                    text={player.rank === null ? '–' : `#${formatCount(player.rank)}`}
                  />
                ) : (
                  <Skeleton $width="4rem" />
                )}
              </dd>
            </div>
            <div>
              <dt>GDP</dt>
              <dd>
                {player ? (
                  <Figure value={player.gdp} text={formatDollars(player.gdp)} />
                ) : (
                  <Skeleton $width="9rem" />
                )}
              </dd>
            </div>
          </Figures>
          <GdpChart
            nationId={player?.nationId ?? 'usa'}
            history={history}
            name="GDP history"
            emptyText="The first stake begins its history."
          />
        </Standing>
      </Head>
    </>
  );
}

/** `28 Nov 2026` */
function formatDay(at: Date): string {
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}
