/** A player's own week, in one line to share [SCR78]. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { addressSchema } from '../../../../common/values/address.ts';
import { weekCardText } from '../../../../common/values/week-card.ts';
import { weekTitle } from '../../../../common/values/week.ts';
import { seasonQuery } from '../../api/seasons.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Share } from '../../ui/Share.tsx';
import { BigFigure } from '../../ui/text.ts';
import { nameOf } from '../../views/names-text.ts';
import { weekCardPath } from '../../views/paths.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

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
  const path = weekCardPath(week, own.walletAddress);
  return (
    <Panel
      title={isOther ? `The week of ${nameOf(own)}` : 'Your week'}
      aside={<Share path={path} title={`${nameOf(own)} in ${weekTitle(week)}: ${text}`} />}
    >
      <BigFigure>{text}</BigFigure>
    </Panel>
  );
}
