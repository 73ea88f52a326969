/** Shares a player's page: the device's own sheet where there is one, else the clipboard. */
import { Share2 } from 'lucide-react';
import { playerPath } from '../../ui/Person.tsx';
import { Button } from '../../ui/Button.tsx';
import { copyLink } from '../../ui/copy-link.ts';

export function Share({ wallet, called }: { readonly wallet: string; readonly called: string }) {
  const share = async (): Promise<void> => {
    const url = location.origin + playerPath(wallet);
    // Not everywhere, whatever its type says.
    if (!Reflect.has(navigator, 'share')) return copyLink(url);
    try {
      return await navigator.share({ title: called, url });
    } catch (error) {
      // Whoever closes the sheet has changed their mind.
      if (error instanceof DOMException && error.name === 'AbortError') return undefined;
      return copyLink(url);
    }
  };
  return (
    <Button tone="quiet" onClick={() => void share()} aria-label={`Share the page of ${called}`}>
      <Share2 size={16} aria-hidden />
      Share
    </Button>
  );
}
