/** What the player has contributed to the work of their nation [WRK1], below the receipt; nothing until they have. */
import { Link } from 'react-router-dom';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { RESOURCE_TYPES } from '../../../../common/values/resources.ts';
import { unitsIn } from '../../../../common/values/works.ts';
import { useWorks } from '../../live/use-works.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { BelowNote } from '../../ui/PanelRows.tsx';
import { Strong } from '../../ui/text.ts';
import { nationPath } from '../../views/paths.ts';
import { shareText, unitsGiven } from '../../views/works/progress.ts';
import { WORK_NAMES } from '../../../../common/values/work-names.ts';

export function Contribution({ player }: { readonly player: PlayerPageView }) {
  const { works } = useWorks();
  const { nationId, contributed } = player;
  const work = works[nationId] ?? null;
  const own = unitsIn(contributed);
  const { inText } = WORK_NAMES[nationId];
  if (own === 0) return null;
  const each = RESOURCE_TYPES.filter((type) => contributed[type] > 0)
    .map((type) => `${formatCount(contributed[type])} ${type}`)
    .join(', ');
  return (
    <BelowNote as="section" aria-label={`For ${inText}`}>
      <p>
        <Strong>
          <Figure value={own} text={formatCount(own)} />
        </Strong>
        <span>{` ${own === 1 ? 'unit' : 'units'}${work ? `, ${shareText(own, unitsGiven(work)) ?? '0%'} of all that ` : ' of what '}`}</span>
        <Link to={nationPath(nationId)}>{inText}</Link>
        <span>{` is built from: ${each}. They add no GDP.`}</span>
      </p>
    </BelowNote>
  );
}
