import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LEADERBOARD_KEY } from '../api/query-client.ts';
import { ANNA, BEN } from '../testing/event.ts';
import { LiveContext } from './live-context.ts';
import { useName } from './use-leaderboard.ts';

function Name({ walletAddress, name }: Parameters<typeof useName>[0]) {
  return useName({ walletAddress, name });
}

it('a wallet that had no name then has the one that the ranking’s rows know by now', () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(LEADERBOARD_KEY, { rows: [{ walletAddress: ANNA, name: 'anna.eth' }] });
  const shown = (walletAddress: typeof ANNA, name: string | null) =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <LiveContext
          value={{ client: null, poll: () => Promise.reject(new Error()), walletAddress: null }}
        >
          <Name walletAddress={walletAddress} name={name} />
        </LiveContext>
      </QueryClientProvider>,
    );
  expect(shown(ANNA, null)).toBe('anna.eth');
  expect(shown(ANNA, 'then.eth')).toBe('then.eth');
  expect(shown(BEN, null)).toBe('');
});
