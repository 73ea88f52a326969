/** What may come to lie over a page: toasts, and word of a new version. */
import { ToastRegion } from '../ui/toasts/ToastRegion.tsx';
import { NewVersion } from './NewVersion.tsx';

export function Overlays() {
  return (
    <>
      <NewVersion />
      <ToastRegion />
    </>
  );
}
