/** The title of the browser's tab: an element of the page, which React keeps in the document's head. */
import { PRODUCT_NAME } from '../../../../common/values/product.ts';
import { useOwnRow } from '../../live/use-own-row.ts';

export function PageTitle({ children }: { readonly children: string }) {
  return <title>{`${children} · ${PRODUCT_NAME}`}</title>;
}

/** With one's own rank before it, for whoever has the page open in a tab behind others. */
export function OwnRankTitle({ children }: { readonly children: string }) {
  const rank = useOwnRow()?.rank;
  return <PageTitle>{rank === undefined ? children : `#${rank} ${children}`}</PageTitle>;
}
