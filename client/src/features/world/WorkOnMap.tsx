/** A nation's landmark beside its name on the world map, as far as it stands [WRK1]; its code loads late. */
import type { NationId } from '../../../../common/values/nations.ts';
import { useWorks } from '../../live/use-works.ts';
import { LandmarkMark } from '../../ui/atlas/LandmarkMark.tsx';
import { workLabel } from '../../views/works/stage-names.ts';

/** Nothing while it is unknown. */
export function WorkOnMap({ nationId }: { readonly nationId: NationId }) {
  const work = useWorks().works[nationId];
  if (!work) return null;
  const label = workLabel(nationId, work.stage);
  return (
    <span title={label}>
      <LandmarkMark nation={nationId} stage={work.stage} label={label} />
    </span>
  );
}
