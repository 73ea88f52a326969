import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AnswerLate, RequestTooLarge } from './failures.ts';
import { openHttpTransport, retryAfterMs } from './http-transport.ts';
import { AnswerTooLarge, TooManyRequests } from './transport.ts';

let cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps) cleanUp();
  cleanUps = [];
});

/** The result of a request to a server that answers like this. */
async function sent(answer: RequestListener): Promise<unknown> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const limits = { timeoutMs: 300, maxAnswerBytes: 1000 };
  const transport = openHttpTransport(`http://127.0.0.1:${port}/secret-key`, limits);
  cleanUps.push(() => {
    transport.close();
    server.closeAllConnections();
    server.close();
  });
  return transport.send('{}').catch((error: unknown) => error);
}

describe('a request over HTTP', () => {
  test('returns the text of a 200, or of an error with another status', async () => {
    expect(await sent((_request, response) => response.end('{"result":1}'))).toBe('{"result":1}');
    const body = '{"error":{"code":3,"message":"execution reverted"}}';
    expect(await sent((_request, response) => response.writeHead(400).end(body))).toBe(body);
  });

  test.each([
    [429, {}, null],
    [429, { 'retry-after': '7' }, 7000],
    [503, { 'retry-after': '120' }, 120_000],
  ] as const)('that is answered %i with %o asks for a rest', async (status, headers, waitMs) => {
    const error = await sent((_request, response) => response.writeHead(status, headers).end('{}'));
    expect(error).toBeInstanceOf(TooManyRequests);
    expect(error).toMatchObject({ retryAfterMs: waitMs });
  });

  test('reports an answer that is too large, too much or too late', async () => {
    expect(await sent((_request, response) => response.writeHead(413).end())).toBeInstanceOf(
      RequestTooLarge,
    );
    expect(await sent((_request, response) => response.end('x'.repeat(1001)))).toBeInstanceOf(
      AnswerTooLarge,
    );
    expect(await sent(() => {})).toBeInstanceOf(AnswerLate);
    expect(await sent((_request, response) => response.writeHead(503).end())).toEqual(
      new Error('HTTP 503'),
    );
  });

  test('is not answered by a long error page of a provider that is down', async () => {
    const page = `<html>${'x'.repeat(5000)}</html>`;
    const answer = (status: number) =>
      sent((_request, response) => response.writeHead(status).end(page));
    expect(await answer(502)).toEqual(new Error('HTTP 502'));
    expect(await answer(403)).toEqual(new Error('HTTP 403'));
    expect(await answer(429)).toBeInstanceOf(TooManyRequests);
    // A contract's words, with the status that some nodes give a revert.
    const revert = JSON.stringify({ error: { code: 3, message: 'x'.repeat(5000) } });
    expect(await sent((_request, response) => response.writeHead(400).end(revert))).toBeInstanceOf(
      AnswerTooLarge,
    );
  });

  test('a Retry-After is seconds or a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(retryAfterMs('30', now)).toBe(30_000);
    expect(retryAfterMs('0.5', now)).toBe(500);
    expect(retryAfterMs('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60_000);
    expect(retryAfterMs('Wed, 31 Dec 2025 00:01:00 GMT', now)).toBe(0);
    expect(retryAfterMs('soon', now)).toBeNull();
    expect(retryAfterMs(undefined, now)).toBeNull();
  });
});
