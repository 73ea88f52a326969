/** [SCR71] Names a feed or a calendar in the document's head while its page is shown; the server's HTML may have it already. */
import { useEffect } from 'react';
import type { Alternate } from '../../../../common/values/alternates.ts';

export function AlternateLink({ type, title, href }: Alternate) {
  useEffect(() => {
    const known = document.head.querySelector(`link[rel=alternate][href="${href}"]`);
    const link = known ?? document.createElement('link');
    Object.assign(link, { rel: 'alternate', type, title, href });
    document.head.append(link);
    return () => link.remove();
  }, [type, title, href]);
  return null;
}
