import { lateBeside } from '../../../views/late-beside.tsx';
import { ListSkeleton } from '../RankingTable.tsx';

/** Few come for these: their code loads when they are shown. */
export const LivePeople = lateBeside(
  () => import('./PeopleList.tsx').then((module) => module.LivePeople),
  <ListSkeleton />,
);

export const PeopleList = lateBeside(
  () => import('./PeopleList.tsx').then((module) => module.PeopleList),
  <ListSkeleton />,
);
