/** A player's own week, in one line to share [SCR78]. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { addressSchema } from '../../../../common/values/address.ts';
import { weekCardText } from '../../../../common/values/week-card.ts';
import { weekTitle } from '../../../../common/values/week.ts';
import { seasonQuery } from '../../api/seasons.ts';
import { Identicon } from '../../ui/Identicon.tsx';
import { PHONE } from '../../ui/layout/boxes.ts';
import { Share } from '../../ui/Share.tsx';
import { BigFigure, Caption } from '../../ui/text.ts';
import { nameOf } from '../../views/names-text.ts';
import { weekCardPath } from '../../views/paths.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

const Card = styled.section`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: var(--space-1) var(--space-4);
  align-items: center;
  padding: var(--space-4) var(--card-gutter);
  border: 1px solid var(--rule);
  border-inline-start: 3px solid var(--action);
  border-radius: var(--radius);
  background: var(--surface-raised);

  > div {
    min-inline-size: 0;
  }

  > div > * {
    display: block;
    white-space: normal;
  }

  @media ${PHONE} {
    > button {
      grid-column: 1 / -1;
      justify-self: start;
    }
  }
`;

/** Whose week the page's address names; else one's own. A player who was not ranked has none. */
export function WeekCard({ week, data }: { readonly week: number; readonly data: SeasonDetail }) {
  const { walletAddress: you } = useWallet();
  const [params] = useSearchParams();
  const named = addressSchema.safeParse(params.get('player')).data ?? null;
  const isOther = named !== null && named !== you;
  const other = useQuery({ ...seasonQuery(week, named), enabled: isOther }).data;
  const own = (isOther ? other : data)?.own;
  if (!own) return null;
  const text = weekCardText(own, data.season.players);
  const whose = isOther ? `The week of ${nameOf(own)}` : 'Your week';
  return (
    <Card aria-label={whose}>
      <Identicon address={own.walletAddress} size={48} />
      <div>
        <Caption>{whose}</Caption>
        <BigFigure>{text}</BigFigure>
      </div>
      <Share
        path={weekCardPath(week, own.walletAddress)}
        title={`${nameOf(own)} in ${weekTitle(week)}: ${text}`}
      />
    </Card>
  );
}
