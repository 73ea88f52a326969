/** To which process the deployed balancer sends a call. */
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findCaddy } from '../test/caddy/find-caddy.ts';
import { freePort, listening } from '../test/listening.ts';
import { startBalancer } from './balancer.ts';

const found = await findCaddy();
if (!found.found) console.warn(`The balancer's tests were skipped: ${found.why}`);

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

/** A stand-in for a process: it answers reads with its name, and refuses commands. */
interface StandIn {
  readonly http: Server;
  readonly port: number;
  isReady: boolean;
  /** How many probes heard that it is not ready. */
  probes: number;
}

async function standIn(name: string): Promise<StandIn> {
  const http = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === '/healthz') response.writeHead(200, JSON_TYPE).end('{"status":"ok"}');
    else if (request.url?.startsWith('/readyz')) {
      if (!one.isReady) one.probes += 1;
      response.writeHead(one.isReady ? 200 : 503).end();
    } else if (request.method === 'GET') response.end(name);
    else response.writeHead(503, { 'Retry-After': '2' }).end(`refused: ${body}`);
  });
  const one: StandIn = { http, port: await listening(http), isReady: true, probes: 0 };
  return one;
}

describe.skipIf(!found.found)('behind the deployed balancer', () => {
  async function balanced() {
    const [a, b] = [await standIn('a'), await standIn('b')];
    const balancer = await startBalancer({
      caddy: found.found ? found.caddy : '',
      port: await freePort(),
      upstreams: [a.port, b.port],
    });
    onTestFinished(async () => {
      await balancer.close();
      for (const { http } of [a, b]) http.close().closeAllConnections();
    });
    const { url } = balancer;
    const read = async () => (await fetch(`${url}/ranking`)).text();
    /** Who answers twenty reads. */
    const readers = async () => new Set(await Promise.all(Array.from({ length: 20 }, read)));
    return { a, b, url, readers };
  }

  test('a process that is not ready gets no call while another one is', async () => {
    const { a, b, readers } = await balanced();
    expect(await readers()).toEqual(new Set(['a', 'b']));
    a.isReady = false;
    await expect.poll(readers).toEqual(new Set(['b']));
    [a.isReady, b.isReady] = [true, false];
    await expect.poll(readers).toEqual(new Set(['a']));
  });

  test('while none is ready those that live answer, pages and refusals', async () => {
    const { a, b, url, readers } = await balanced();
    [a.isReady, b.isReady] = [false, false];
    // The balancer knows what the probe before the last heard.
    await expect.poll(() => Math.min(a.probes, b.probes)).toBeGreaterThan(1);
    expect(await readers()).toEqual(new Set(['a', 'b']));
    const refused = await fetch(`${url}/api/dena/stake`, { method: 'POST', body: 'a stake' });
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refused.text()).toBe('refused: a stake');
    a.http.close().closeAllConnections();
    await expect.poll(readers).toEqual(new Set(['b']));
    b.isReady = true;
    await expect.poll(readers).toEqual(new Set(['b']));
  });

  test('a process that dies costs no read', async () => {
    const { a, readers } = await balanced();
    a.http.close().closeAllConnections();
    expect(await readers()).toEqual(new Set(['b']));
  });
});
