/** What the player has contributed to the work of their nation [WRK1]. */
import { Link } from 'react-router-dom';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { RESOURCE_TYPES } from '../../../../common/values/resources.ts';
import { unitsIn } from '../../../../common/values/works.ts';
import { useWorks } from '../../live/use-works.ts';
import { Facts } from '../../ui/Facts.tsx';
import { formatCount } from '../../ui/format.ts';
import { Grid, Stack } from '../../ui/layout/boxes.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Strong } from '../../ui/text.ts';
import { nationPath } from '../../views/paths.ts';
import { RESOURCES } from '../../views/resources.ts';
import { shareText, unitsGiven, unitsText } from '../../views/works/progress.ts';
import { WORK_NAMES } from '../../../../common/values/work-names.ts';
import { WorkLandmark } from '../../views/works/WorkLandmark.tsx';

export function Contribution({ player }: { readonly player: PlayerPageView }) {
  const { works } = useWorks();
  const { nationId, contributed } = player;
  const work = works[nationId] ?? null;
  const own = unitsIn(contributed);
  const { inText } = WORK_NAMES[nationId];
  const link = <Link to={nationPath(nationId)}>{inText}</Link>;
  return (
    <Panel title={`For ${inText}`} figure={unitsText(own)}>
      <Grid $columns="7rem minmax(0, 1fr)" $gap={[4, 5]} $align="center">
        <WorkLandmark nationId={nationId} work={work} />
        <Stack $gap={3}>
          <p>
            {own === 0 ? (
              <>
                <span>Nothing contributed to </span>
                {link}
                <span> yet.</span>
              </>
            ) : (
              <span>
                <Strong>
                  <Figure value={own} text={formatCount(own)} />
                </Strong>
                <span>{` ${own === 1 ? 'unit' : 'units'}${work ? `, ${shareText(own, unitsGiven(work)) ?? '0%'} of all that ` : ' of what '}`}</span>
                {link}
                <span> is built from.</span>
              </span>
            )}
          </p>
          <Facts
            min="5rem"
            facts={RESOURCE_TYPES.map((type) => ({
              label: RESOURCES[type].label,
              value: formatCount(contributed[type]),
            }))}
          />
        </Stack>
      </Grid>
    </Panel>
  );
}
