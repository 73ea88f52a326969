/**
 * Everything above a page: a phone's links, toasts, and the new version notice. The listener behind the news
 * strip is mounted here too.
 */
import { Stale } from '../features/live-status/Stale.tsx';
import { ToldWatch } from '../features/told/ToldWatch.tsx';
import { ToastRegion } from '../ui/toasts/ToastRegion.tsx';
import { BottomBar } from './BottomBar.tsx';
import { NewVersion } from './NewVersion.tsx';
import { WalletChores } from './WalletChores.ts';

export function Overlays() {
  return (
    <>
      <BottomBar />
      <Stale />
      <NewVersion />
      <WalletChores />
      <ToldWatch />
      <ToastRegion />
    </>
  );
}
