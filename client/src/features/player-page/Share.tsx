/** Shares a player's page: the device's own sheet where there is one, else the clipboard. */
import { Share2 } from 'lucide-react';
import { playerPath } from '../../ui/Person.tsx';
import { showDone, showFailure } from '../../ui/toasts/toast.ts';
import { Button } from '../../ui/Button.tsx';

export function Share({ wallet, called }: { readonly wallet: string; readonly called: string }) {
  const share = async (): Promise<void> => {
    const url = location.origin + playerPath(wallet);
    try {
      // Not everywhere, whatever its type says.
      if (Reflect.has(navigator, 'share')) await navigator.share({ title: called, url });
      else {
        await navigator.clipboard.writeText(url);
        showDone('Link copied', url);
      }
    } catch (error) {
      // Whoever closes the sheet has changed their mind.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showFailure('The link could not be copied', `Copy it from here: ${url}`);
    }
  };
  return (
    <Button tone="quiet" onClick={() => void share()} aria-label={`Share the page of ${called}`}>
      <Share2 size={16} aria-hidden />
      Share
    </Button>
  );
}
