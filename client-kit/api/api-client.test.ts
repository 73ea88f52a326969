import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { nationsCall } from '../../common/protocol/nations.ts';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import {
  startTestServer,
  type Reply,
  type Seen,
  type TestServer,
} from '../../tools/test/api-server.ts';
import { ApiClient, retryAfterMs } from './api-client.ts';
import {
  ApiError,
  isRefusedAs,
  isSessionLost,
  NetworkError,
  UnreadableAnswer,
} from './api-error.ts';
import { fetchLeaderboard } from './leaderboard-list.ts';

let running: TestServer | null = null;
let api: ApiClient;

async function serving(answer: Reply | ((seen: Seen) => Reply)): Promise<TestServer> {
  running = await startTestServer((seen) => (typeof answer === 'function' ? answer(seen) : answer));
  api = new ApiClient({ origin: running.origin });
  return running;
}

afterEach(async () => {
  vi.restoreAllMocks();
  await running?.close();
  running = null;
});

test('[TXT1] a refusal is an error whose message is the status, a colon, a space and the body', async () => {
  await serving({ status: 400, body: 'Only 5 DENA are available. Stake that much or less.' });
  const error = await api.request(nationsCall, {}).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    message: '400: Only 5 DENA are available. Stake that much or less.',
    status: 400,
    body: 'Only 5 DENA are available. Stake that much or less.',
    retryAfterMs: null,
  });
});

test('[TXT1] a refusal without a body has the status text, and when to retry', async () => {
  await serving({ status: 503, headers: { 'Retry-After': '7' } });
  await expect(api.request(nationsCall, {})).rejects.toMatchObject({
    message: '503: Service Unavailable',
    retryAfterMs: 7000,
  });
});

test('Retry-After may be seconds or a date, and nothing else', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(retryAfterMs('120', now)).toBe(120_000);
  expect(retryAfterMs('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30_000);
  expect(retryAfterMs('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
  expect(retryAfterMs('soon', now)).toBeNull();
  expect(retryAfterMs(null, now)).toBeNull();
});

test('an unreachable server is a NetworkError with a sentence for the player', async () => {
  const server = await serving({ status: 200, body: [] });
  await server.close();
  running = null;
  const error = await api.request(nationsCall, {}).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).not.toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ message: expect.stringMatching(/cannot be reached/) });
});

test.each([
  ['what is not JSON', { status: 200, body: '<html>' }],
  ['what does not fit the schema', { status: 200, body: [{ id: 'atlantis' }] }],
  ['a status that the call does not have', { status: 202, body: [] }],
])('%s is unreadable, not an answer', async (_, reply) => {
  await serving(reply);
  await expect(api.request(nationsCall, {})).rejects.toBeInstanceOf(UnreadableAnswer);
});

const placed = {
  'X-Board-Epoch': 'e1',
  'X-Board-Rev': '000000000000000f',
  'X-Total-Count': '12',
  ETag: '"e1-f"',
};

test('[PRO6] a list comes with its epoch and rev, and a 304 says that it is unchanged', async () => {
  const server = await serving(({ headers }) =>
    headers['if-none-match'] === '"e1-f"'
      ? { status: 304 }
      : { status: 200, headers: placed, body: [] },
  );
  const list = await fetchLeaderboard(api, null);
  expect(list).toEqual({
    epoch: 'e1',
    rev: '000000000000000f',
    totalCount: 12,
    rows: [],
    etag: '"e1-f"',
  });
  expect(await fetchLeaderboard(api, '"e1-f"')).toBeNull();
  expect(server.seen).toHaveLength(2);
});

test('[CAL1] a call without a body sends no content type, and like every other its version', async () => {
  const server = await serving({ status: 200, body: [] });
  await api.request(nationsCall, {});
  expect(server.seen[0]?.headers).not.toHaveProperty('content-type');
  expect(server.seen[0]?.headers['denaria-version']).toBe(String(PROTOCOL_VERSION));
});

test('a signal that serves for thousands of requests is left by each, and aborts those in flight', async () => {
  const caller = new AbortController();
  await serving({ status: 200, body: [] });
  for (let n = 0; n < 3; n += 1) await api.request(nationsCall, { signal: caller.signal });
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  running?.server.removeAllListeners('request');
  const asked = api.request(nationsCall, { signal: caller.signal });
  caller.abort();
  await expect(asked).rejects.toThrow('aborted');
});

test('a refusal keeps its code, or null if a proxy sends none', async () => {
  await serving({ status: 409, headers: { 'X-Refusal-Code': 'stake-locked' }, body: 'Wait.' });
  const coded = await api.request(nationsCall, {}).catch((error: unknown) => error);
  expect(coded).toMatchObject({ status: 409, code: 'stake-locked' });
  expect(isRefusedAs(coded, 'no-nation', 'stake-locked')).toBe(true);
  expect(isRefusedAs(coded, 'no-nation')).toBe(false);
  await running?.close();
  await serving({ status: 409, body: 'Wait.' });
  await expect(api.request(nationsCall, {})).rejects.toMatchObject({ status: 409, code: null });
});

test.each<[number, string | null, boolean]>([
  [401, 'not-signed-in', true],
  [403, 'wrong-wallet', true],
  [403, 'foreign-origin', false],
  [401, 'proof-refused', false],
  [401, null, false],
  [403, null, false],
])('whether a %i with the code %s means that the session is lost', (status, code, isLost) => {
  expect(isSessionLost(new ApiError(status, 'No.', null, code))).toBe(isLost);
  expect(isSessionLost(new NetworkError('away'))).toBe(false);
});
