/** The title of the browser's tab. */
import { useEffect } from 'react';

/** @param title without the product's name; null where the page is the product itself. */
export function usePageTitle(title: string | null, product: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title, product]);
}
