/**
 * Everything above a page: a phone's links, the player's strip, a week's end, toasts, the new
 * version notice. The page follows the server's rules from here.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Address } from '../../../common/values/address.ts';
import { followRules } from '../api/follow-rules.ts';
import { load } from '../lib/saved.ts';
import { Stale } from '../features/live-status/Stale.tsx';
import { ToastRegion } from '../ui/toasts/ToastRegion.tsx';
import { showDone, showFailure } from '../ui/toasts/toast.ts';
import { lateBeside } from '../views/late-beside.tsx';
import { isRanking, weekOfPage } from '../views/paths.ts';
import { Champions } from '../views/weeks/Champions.tsx';
import { SENT_WORDS, useSentCommands } from '../wallet/use-sent-commands.ts';
import { useNationRefresh } from '../wallet/nation-refresh.ts';
import { useWallet } from '../wallet/wallet-context.ts';
import { BottomBar } from './BottomBar.tsx';
import { NewVersion } from './NewVersion.tsx';
import { preload } from './routes.tsx';

const OwnStrip = lateBeside(() =>
  import('../features/news/OwnStrip.tsx').then((module) => module.OwnStrip),
);

const UsedPage = lateBeside(() => import('./UsedPage.tsx').then((module) => module.UsedPage));

const WeekEnd = lateBeside(() =>
  import('../features/season/WeekEnd.tsx').then((module) => module.WeekEnd),
);

/**
 * Lines at the foot of the window, above a phone's links: the page ends above them, so that they
 * cover nothing for good.
 */
const WindowFoot = styled.div`
  position: sticky;
  /* At the end of the page, in the space that the footer leaves for the links. */
  inset-block-end: var(--window-foot);
  /* Above the page and its header, below dialogs and toasts. */
  z-index: 15;

  > output {
    display: block;
  }

  @media print {
    display: none;
  }
`;

export function Overlays() {
  const queryClient = useQueryClient();
  const { walletAddress } = useWallet();
  useEffect(() => followRules(queryClient), [queryClient]);
  return (
    <>
      {walletAddress && <OwnStrip you={walletAddress} />}
      <BottomBar />
      <WindowFoot>
        <Stale />
        <NewVersion />
      </WindowFoot>
      <WalletChores />
      <Champions />
      {useIsUsed(walletAddress) && <UsedPage />}
      {useIsOnWeekPage() && <WeekEnd />}
      <ToastRegion />
    </>
  );
}

/**
 * With the first pointer or key; with a wallet, whose Disconnect may be the first press, or
 * somebody followed, whom the page marks, at once.
 */
function useIsUsed(walletAddress: Address | null): boolean {
  const [isUsed, setIsUsed] = useState<unknown>(() => load('followed'));
  useEffect(() => {
    for (const type of ['pointerover', 'keydown'])
      addEventListener(type, () => setIsUsed(true), { once: true });
  }, []);
  return !!(isUsed || walletAddress);
}

function useIsOnWeekPage(): boolean {
  const { pathname, search } = useLocation();
  // On a wall screen, of the week that runs [SCR59].
  const isWall = isRanking(pathname) && search.includes('screen=tv');
  return isWall || weekOfPage(pathname, search, 0) !== null;
}

/**
 * A connected wallet's background requests, in their own component so that their updates rerender
 * no page.
 */
function WalletChores() {
  useNationRefresh();
  useSentCommands((path, { isDone, reason }) =>
    isDone
      ? path === '/api/trade' && reason !== ''
        ? showDone('Trade Successful!', reason)
        : showDone(`Your ${SENT_WORDS[path]} went through`)
      : showFailure(`Your ${SENT_WORDS[path]} didn’t go through`, reason),
  );
  // Players with a connected wallet usually open the dashboard next.
  const { isConnected } = useWallet();
  useEffect(() => {
    if (isConnected) preload('/dashboard');
  }, [isConnected]);
  return null;
}
