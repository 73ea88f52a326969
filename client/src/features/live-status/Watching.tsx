/** How many people are watching: in total, or one nation. */
import { Eye } from 'lucide-react';
import type { NationId } from '../../../../common/values/nations.ts';
import { useWatching } from '../../live/live-values.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { Row } from '../../ui/layout/boxes.ts';
import { Caption } from '../../ui/text.ts';

/**
 * Nothing while it is unknown or only oneself. Not announced, since the figure changes all the
 * time.
 */
export function Watching({ nationId }: { readonly nationId?: NationId }) {
  const watching = useWatching();
  const count = watching && (nationId ? watching.nations[nationId] : watching.total);
  if (!count || count < 2) return null;
  return (
    <Row as={Caption} $gap={1}>
      <Eye size={14} aria-hidden />
      <span>{`${formatCount(count)} watching`}</span>
    </Row>
  );
}
