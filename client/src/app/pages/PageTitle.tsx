/** The browser tab's title: an element of the page, which React hoists into the document's head. */
import { PRODUCT_NAME } from '../../../../common/values/product.ts';
import { useOwnRow } from '../../live/live-context.ts';

export function PageTitle({ children }: { readonly children: string }) {
  return <title>{`${children} · ${PRODUCT_NAME}`}</title>;
}

/** Prefixed with the player's own rank, for players who keep the page in a background tab. */
export function OwnRankTitle({ children }: { readonly children: string }) {
  const rank = useOwnRow()?.rank;
  return <PageTitle>{rank === undefined ? children : `#${rank} ${children}`}</PageTitle>;
}
