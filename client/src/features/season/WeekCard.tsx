/** A player's own week, in one line to share [SCR78]. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { addressSchema } from '../../../../common/values/address.ts';
import { weekCardText } from '../../../../common/values/week-card.ts';
import { weekTitle } from '../../../../common/values/week.ts';
import { seasonQuery } from '../../api/seasons.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Person } from '../../ui/Person.tsx';
import { Share } from '../../ui/Share.tsx';
import { BigFigure } from '../../ui/text.ts';
import { nameOf } from '../../views/names-text.ts';
import { weekCardPath } from '../../views/paths.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

/** Whose week the page's address names; else one's own. You have none if you were not ranked. */
export function WeekCard({ week, data }: { readonly week: number; readonly data: SeasonDetail }) {
  const { walletAddress: you } = useWallet();
  const [params] = useSearchParams();
  const named = addressSchema.safeParse(params.get('player')).data ?? null;
  const isOther = named !== null && named !== you;
  const other = useQuery({ ...seasonQuery(week, named), enabled: isOther }).data;
  const own = (isOther ? other : data)?.own;
  if (!own && !(isOther && other)) return null;
  const text = own && weekCardText(own, data.season.players);
  return (
    <Panel
      title={isOther ? 'Their week' : 'Your week'}
      aside={
        own && (
          <Share
            path={weekCardPath(week, own.walletAddress)}
            title={`${nameOf(own)} in ${weekTitle(week)}: ${text}`}
          />
        )
      }
    >
      {isOther && (
        <p>
          <Person wallet={named} name={own?.name ?? null} />
        </p>
      )}
      {/* Lines break between its parts. */}
      <BigFigure style={{ whiteSpace: 'normal' }}>
        {text?.replace(/([^,]) /g, '$1\u00A0') ?? 'Not ranked this week'}
      </BigFigure>
    </Panel>
  );
}
