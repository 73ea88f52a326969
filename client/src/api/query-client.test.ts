import { expect, it } from 'vitest';
import { createQueryClient, POLL_INTERVAL_MS } from './query-client.ts';

it('[CAL11, CON11] keeps data fresh forever, requests it once, and drops unused data after 5 minutes', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Infinity,
    gcTime: 5 * 60 * 1000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  });
  expect(mutations).toMatchObject({ retry: false });
});

it('[CON7] polls every 10 s', () => {
  expect(POLL_INTERVAL_MS).toBe(10_000);
});
