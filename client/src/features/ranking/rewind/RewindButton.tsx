/** The way from the live ranking into the past. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useGameNow } from '../../../api/config.ts';
import { nationsHistoryQuery } from '../../../api/nations.ts';
import { Button } from '../../../ui/Button.tsx';
import { rewindFrom } from '../../../views/nation-lines.ts';
import { rewindLink } from '../../../views/paths.ts';
import { withPeople, type RankingUrl } from '../ranking-url.ts';

export function RewindButton({ people }: Pick<RankingUrl, 'people'>) {
  const history = nationsHistoryQuery('24h');
  useQuery(history);
  const client = useQueryClient();
  const now = useGameNow();
  const navigate = useNavigate();
  const onClick = async () => {
    // A young game may have begun less than an hour ago: a press that is early waits to be told.
    const data = await client.ensureQueryData(history).catch(() => undefined);
    const fromMs = rewindFrom(data, Math.floor(now()));
    void navigate(withPeople(rewindLink(fromMs), people), { state: { plays: true } });
  };
  return (
    <Button tone="quiet" title="See the ranking as it was" onClick={() => void onClick()}>
      <History size={16} aria-hidden />
      <span>Rewind</span>
    </Button>
  );
}
