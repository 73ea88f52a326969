/** A nation (/nation/italy), public. */
import { useParams } from 'react-router-dom';
import { nationAlternates } from '../../../../common/values/alternates.ts';
import { NATION_LIST } from '../../../../common/values/nations.ts';
import { ActivityFeed } from '../../features/activity/ActivityFeed.tsx';
import { Watching } from '../../features/live-status/Watching.tsx';
import { NationView } from '../../features/nation-page/NationView.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { nationPath } from '../../views/paths.ts';
import { WideNotice } from '../WideNotice.tsx';
import { AlternateLink } from './AlternateLink.tsx';
import { PageTitle } from './PageTitle.tsx';

export function NationPage() {
  const { id = '' } = useParams();
  const nation = NATION_LIST.find((one) => one.id === id.toLowerCase());
  if (!nation) return <NoSuchNation />;
  return (
    <Page key={nation.id}>
      <PageTitle>{nation.name}</PageTitle>
      {nationAlternates(nation.id).map((one) => (
        <AlternateLink key={one.href} {...one} />
      ))}
      <NationView
        nationId={nation.id}
        watching={<Watching nationId={nation.id} />}
        renderActivity={(lines) => <ActivityFeed nationId={nation.id} lines={lines} />}
      />
    </Page>
  );
}

/** The built page serves every unknown name, so it repeats none. */
function NoSuchNation() {
  return (
    <WideNotice
      page="Nation Not Found"
      title="Which nation?"
      text="There are four, and the one in the address is none of them."
    >
      {NATION_LIST.map(({ id, name }) => (
        <ButtonLink key={id} to={nationPath(id)}>
          <Flag nation={id} height={16} />
          <span>{name}</span>
        </ButtonLink>
      ))}
    </WideNotice>
  );
}
