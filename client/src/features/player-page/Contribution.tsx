/** What the player has contributed to the work of their nation [WRK1]; nothing until they have. */
import { Link } from 'react-router-dom';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { unitsIn } from '../../../../common/values/works.ts';
import { useWorks } from '../../live/use-works.ts';
import { formatCount } from '../../ui/format.ts';
import { Grid } from '../../ui/layout/boxes.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Strong } from '../../ui/text.ts';
import { nationPath } from '../../views/paths.ts';
import { shareText, unitsGiven, unitsText } from '../../views/works/progress.ts';
import { WORK_NAMES } from '../../../../common/values/work-names.ts';
import { WorkLandmark } from '../../views/works/WorkLandmark.tsx';

export function Contribution({ player }: { readonly player: PlayerPageView }) {
  const { works } = useWorks();
  const { nationId, contributed } = player;
  const work = works[nationId] ?? null;
  const own = unitsIn(contributed);
  const { inText } = WORK_NAMES[nationId];
  if (own === 0) return null;
  return (
    <Panel title={`For ${inText}`} figure={unitsText(own)}>
      <Grid $columns="7rem minmax(0, 1fr)" $gap={5} $align="center">
        <WorkLandmark nationId={nationId} work={work} />
        <p>
          <Strong>
            <Figure value={own} text={formatCount(own)} />
          </Strong>
          <span>{` ${own === 1 ? 'unit' : 'units'}${work ? `, ${shareText(own, unitsGiven(work)) ?? '0%'} of all that ` : ' of what '}`}</span>
          <Link to={nationPath(nationId)}>{inText}</Link>
          <span> is built from.</span>
        </p>
      </Grid>
    </Panel>
  );
}
