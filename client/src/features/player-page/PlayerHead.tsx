/** The head of a player's page: who, which nation, since when; rank and GDP. */
import { Crown } from 'lucide-react';
import { styled } from 'styled-components';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import type { Address } from '../../../../common/values/address.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { Badge } from '../../ui/Badge.tsx';
import { CopyAddress } from '../../ui/CopyAddress.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Laurel } from '../../ui/Laurel.tsx';
import { Facts, figureFact } from '../../ui/Facts.tsx';
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import { Row } from '../../ui/layout/boxes.ts';
import { shownName } from '../../ui/Person.tsx';
import { Muted } from '../../ui/text.ts';
import { lateBeside } from '../../views/late-beside.tsx';
import { NationLink } from '../../views/row-parts.tsx';

const PlayerActions = lateBeside(() =>
  import('./PlayerActions.tsx').then((module) => module.PlayerActions),
);

const SEAL = 'clamp(4rem, 9vw, 7.5rem)';

const Head = styled.header`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 var(--space-5);
  align-items: center;

  @media (max-width: 56rem) {
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--space-3) var(--space-4);
  }
`;

const Seal = styled.span`
  grid-row: span 2;
  padding: 5px;
  border: 1px solid var(--rule-strong);
  color: var(--ink);

  > * {
    display: block;
    inline-size: ${SEAL};
    block-size: ${SEAL};
    background: var(--surface-hover);
  }
`;

const Title = styled.h1`
  min-block-size: 1.08em;
  margin-block-end: var(--space-1);
  overflow-wrap: anywhere;
`;

/** They begin where the lines do: what the first is wider than its words is outside. */
const Actions = styled(Row)`
  min-block-size: var(--tap);
  margin-inline-start: calc(-1 * var(--space-2));

  @media (max-width: 56rem) {
    grid-column: 1 / -1;
  }
`;

/** A long rank and a GDP of billions beside each other. */
const Standing = styled.div`
  grid-row: span 2;

  > dl {
    grid-template-columns: auto auto;
    column-gap: var(--space-6);
  }

  @media (max-width: 56rem) {
    grid-area: auto / 1 / auto / -1;

    > dl {
      justify-content: start;
    }
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
  const nation = player?.nation;
  const called = wallet && (player?.name ? shownName(player.name) : shortAddress(wallet));
  return (
    <Head>
      <Seal>{wallet ? <Identicon address={wallet} size={120} /> : <span />}</Seal>
      <div>
        <Title title={player?.name ?? undefined}>
          {called ?? <Skeleton $width="min(16rem, 60vw)" />}
        </Title>
        <Row $gap={[1, 4]} $wrap>
          {nation ? (
            <>
              <NationLink nationId={nation.id} />
              {player.isPresident && (
                <Badge $tone="action">
                  <Crown size={13} aria-hidden />
                  President
                </Badge>
              )}
              {wallet && <Laurel wallet={wallet} />}
              {isYou && <Badge $tone="action">You</Badge>}
              <Muted>{`Joined ${formatDay(new Date(player.joinedAt))}`}</Muted>
            </>
          ) : (
            <Skeleton $width="14rem" />
          )}
        </Row>
      </div>
      <Standing>
        <Facts
          min="6rem"
          facts={[
            figureFact(
              'Global rank',
              player && -(player.rank ?? 0),
              (rank) => (rank === 0 ? '–' : `#${formatCount(-rank)}`),
              'title',
            ),
            figureFact('GDP', player?.gdp, formatDollars, 'title'),
          ]}
        />
      </Standing>
      <Actions $wrap>
        {wallet && <CopyAddress address={wallet} />}
        {wallet && called && player && (
          <PlayerActions wallet={wallet} called={called} isYou={isYou} />
        )}
      </Actions>
    </Head>
  );
}

/** `28 Nov 2026` */
function formatDay(at: Date): string {
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}
