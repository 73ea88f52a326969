/** Some of the ranking’s players, in the place of its list: whom a search finds, or a few people. */
import type { ComponentProps } from 'react';
import { FoundPlayers } from '../../features/ranking/FoundPlayers.tsx';
import { LivePeople } from '../../features/ranking/people/PeopleList.tsx';

export function RankingPart({
  q,
  people,
  ...ranking
}: Omit<ComponentProps<typeof LivePeople>, 'people'> & {
  readonly q: string;
  readonly people: string | null;
}) {
  if (q || !people) return <FoundPlayers q={q} you={ranking.you} />;
  return <LivePeople people={people} {...ranking} />;
}
