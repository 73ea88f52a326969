/** The pages, by path. Paths match in any case and with or without a trailing slash. */
import { lazy } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import {
  loadDashboard,
  loadHome,
  loadLearn,
  loadNation,
  loadNft,
  loadNotFound,
  loadPlayer,
  loadRanking,
  loadSeason,
  loadTerritory,
} from './page-loaders.ts';

const HomePage = lazy(() => loadHome().then((module) => ({ default: module.HomePage })));
const DashboardPage = lazy(() =>
  loadDashboard().then((module) => ({ default: module.DashboardPage })),
);
const RankingPage = lazy(() => loadRanking().then((module) => ({ default: module.RankingPage })));
const LearnPage = lazy(() => loadLearn().then((module) => ({ default: module.LearnPage })));
const NftPage = lazy(() => loadNft().then((module) => ({ default: module.NftPage })));
const TerritoryPage = lazy(() =>
  loadTerritory().then((module) => ({ default: module.TerritoryPage })),
);
const NationPage = lazy(() => loadNation().then((module) => ({ default: module.NationPage })));
const PlayerPage = lazy(() => loadPlayer().then((module) => ({ default: module.PlayerPage })));
const SeasonPage = lazy(() => loadSeason().then((module) => ({ default: module.SeasonPage })));
const NotFoundPage = lazy(() =>
  loadNotFound().then((module) => ({ default: module.NotFoundPage })),
);
const KitPage = import.meta.env.DEV
  ? lazy(() => import('./pages/KitPage.tsx').then((module) => ({ default: module.KitPage })))
  : null;

export function PageRoutes() {
  const { pathname } = useLocation();
  // The router would read these as one, the server finds nothing there.
  if (/.\/\/$/.test(pathname)) return <NotFoundPage />;
  return (
    <Routes>
      <Route path="/" element={<HomePage />} />
      <Route path="/dashboard" element={<DashboardPage />} />
      <Route path="/ranking" element={<RankingPage />} />
      <Route path="/learn" element={<LearnPage />} />
      <Route path="/nft" element={<NftPage />} />
      <Route path="/territory" element={<TerritoryPage />} />
      <Route path="/nation/:id?" element={<NationPage />} />
      <Route path="/player/:wallet?" element={<PlayerPage />} />
      <Route path="/season/:id?" element={<SeasonPage />} />
      {KitPage && <Route path="/kit" element={<KitPage />} />}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
