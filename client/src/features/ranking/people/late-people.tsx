/** The list of a few people, for which few come [SCR74, SCR75]. */
import { lateBeside } from '../../../views/late-beside.tsx';
import { ListSkeleton } from '../RankingTable.tsx';

const load = () => import('./PeopleList.tsx');

export const LivePeople = lateBeside(async () => (await load()).LivePeople, <ListSkeleton />);
export const PeopleList = lateBeside(async () => (await load()).PeopleList, <ListSkeleton />);
