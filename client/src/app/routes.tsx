/**
 * The pages, by path: in any case, with or without a trailing slash. Their code loads when first
 * needed, or a moment before.
 */
import { Route, Routes, useLocation } from 'react-router-dom';
import { PRODUCT_NAME } from '../../../common/values/product.ts';
import { late, type Late } from '../ui/late.tsx';

const NotFound = late(() => import('./pages/NotFoundPage.tsx').then((page) => page.NotFoundPage));

const PAGES: Readonly<Record<string, Late<object>>> = {
  '/': late(() => import('./pages/HomePage.tsx').then((page) => page.HomePage)),
  '/dashboard': late(() => import('./pages/DashboardPage.tsx').then((page) => page.DashboardPage)),
  '/ranking': late(() => import('./pages/RankingPage.tsx').then((page) => page.RankingPage)),
  '/learn': late(() => import('./pages/LearnPage.tsx').then((page) => page.LearnPage)),
  '/nft': late(() => import('./pages/NftPage.tsx').then((page) => page.NftPage)),
  '/territory': late(() => import('./pages/TerritoryPage.tsx').then((page) => page.TerritoryPage)),
  '/nation/:id?': late(() => import('./pages/NationPage.tsx').then((page) => page.NationPage)),
  '/player/:wallet?': late(() => import('./pages/PlayerPage.tsx').then((page) => page.PlayerPage)),
  '/season/:id?': late(() => import('./pages/SeasonPage.tsx').then((page) => page.SeasonPage)),
  '*': NotFound,
};

/** The links of every page [SCR6], in order. */
export const LINKS = [
  { to: '/', label: 'Home' },
  { to: '/dashboard', label: 'Build' },
  { to: '/ranking', label: 'Ranking' },
  { to: '/learn', label: 'Learn How to Play' },
  { to: '/nft', label: `${PRODUCT_NAME} NFT` },
] as const;

/** Fetches a page's code ahead of time, such as when its link is hovered. */
export function preload(path: string): void {
  void PAGES[path]?.load();
}

export function PageRoutes() {
  const { pathname } = useLocation();
  // The router would read these as one, the server finds nothing there.
  if (/.\/\/$/.test(pathname)) return <NotFound.Component />;
  return (
    <Routes>
      {Object.entries(PAGES).map(([path, { Component }]) => (
        <Route key={path} path={path} element={<Component />} />
      ))}
    </Routes>
  );
}
