/**
 * What the player has contributed to the landmark of their nation [WRK1], below the receipt;
 * nothing until they have.
 */
import { Link } from 'react-router-dom';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { unitsIn } from '../../../../common/values/works.ts';
import { WORK_NAMES } from '../../../../common/values/work-names.ts';
import { BelowNote } from '../../ui/PanelRows.tsx';
import { Strong } from '../../ui/text.ts';
import { nationPath } from '../../views/paths.ts';

export function Contribution({
  player: { nationId, contributed },
}: {
  readonly player: PlayerPageView;
}) {
  const own = unitsIn(contributed);
  const { inText } = WORK_NAMES[nationId];
  if (own === 0) return null;
  return (
    <BelowNote as="section" aria-label={`For ${inText}`}>
      <p>
        <Strong>{formatCount(own)}</Strong>
        <span>{` ${own === 1 ? 'unit' : 'units'} contributed to `}</span>
        <Link to={nationPath(nationId)}>{inText}</Link>
        <span>. Contributions add no GDP.</span>
      </p>
    </BelowNote>
  );
}
