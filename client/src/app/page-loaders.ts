/** The code of each page: loaded when first needed, or a moment before. */

export const loadHome = () => import('./pages/HomePage.tsx');
export const loadDashboard = () => import('./pages/DashboardPage.tsx');
export const loadRanking = () => import('./pages/RankingPage.tsx');
export const loadLearn = () => import('./pages/LearnPage.tsx');
export const loadNft = () => import('./pages/NftPage.tsx');
export const loadTerritory = () => import('./pages/TerritoryPage.tsx');
export const loadNation = () => import('./pages/NationPage.tsx');
export const loadPlayer = () => import('./pages/PlayerPage.tsx');
export const loadSeason = () => import('./pages/SeasonPage.tsx');
export const loadNotFound = () => import('./pages/NotFoundPage.tsx');

const loaders = new Map<string, () => Promise<unknown>>([
  ['/', loadHome],
  ['/dashboard', loadDashboard],
  ['/ranking', loadRanking],
  ['/learn', loadLearn],
  ['/nft', loadNft],
  ['/territory', loadTerritory],
]);

/** Fetches a page's code ahead of time, such as when its link is hovered. */
export function preload(path: string): void {
  void loaders.get(path)?.();
}
