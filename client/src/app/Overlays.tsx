/** What lies over a page: a phone's links, toasts, and word of a new version. */
import { ToastRegion } from '../ui/toasts/ToastRegion.tsx';
import { BottomBar } from './BottomBar.tsx';
import { NewVersion } from './NewVersion.tsx';

export function Overlays() {
  return (
    <>
      <BottomBar />
      <NewVersion />
      <ToastRegion />
    </>
  );
}
