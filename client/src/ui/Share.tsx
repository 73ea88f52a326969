/** Shares a page: by the device's own sheet where there is one, else by the clipboard. */
import { Share2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';
import { copyLink } from './copy-link.tsx';

export function Share({
  path,
  title,
  label,
  tone = 'quiet',
  children = 'Share',
}: {
  readonly path: string;
  readonly title: string;
  /** What it does, for who doesn't see what it stands beside. */
  readonly label?: string;
  readonly tone?: ComponentProps<typeof Button>['tone'];
  readonly children?: string;
}) {
  const share = async (): Promise<void> => {
    const url = location.origin + path;
    // Not everywhere, whatever its type says.
    if (!Reflect.has(navigator, 'share')) return copyLink(url);
    try {
      return await navigator.share({ title, url });
    } catch (error) {
      // Whoever closes the sheet has changed their mind.
      if (error instanceof DOMException && error.name === 'AbortError') return undefined;
      return copyLink(url);
    }
  };
  return (
    <Button tone={tone} onClick={() => void share()} aria-label={label}>
      <Share2 size={16} aria-hidden />
      <span>{children}</span>
    </Button>
  );
}
