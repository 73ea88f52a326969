/** What may come to lie over a page: toasts, and word of a new version. What is told of is listened to from here. */
import { ToldWatch } from '../features/told/ToldWatch.tsx';
import { ToastRegion } from '../ui/toasts/ToastRegion.tsx';
import { NewVersion } from './NewVersion.tsx';

export function Overlays() {
  return (
    <>
      <NewVersion />
      <ToldWatch />
      <ToastRegion />
    </>
  );
}
