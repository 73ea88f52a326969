/**
 * Everything above a page: a phone's links, toasts, and the new version notice. The listener behind the news
 * strip is mounted here too, and the page follows the server's rules.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followRules } from '../api/config.ts';
import { Stale } from '../features/live-status/Stale.tsx';
import { ToldWatch } from '../features/told/ToldWatch.tsx';
import { ToastRegion } from '../ui/toasts/ToastRegion.tsx';
import { BottomBar } from './BottomBar.tsx';
import { NewVersion } from './NewVersion.tsx';
import { WalletChores } from './WalletChores.ts';

export function Overlays() {
  const queryClient = useQueryClient();
  useEffect(() => followRules(queryClient), [queryClient]);
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
