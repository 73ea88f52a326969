import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listening } from '../test/listening.ts';
import { runAttack, type Attack } from './attack.ts';

test('an outcome that is not allowed is a complaint, a temporary refusal is none, and so is what holds of all', async () => {
  const statuses = [200, 429, 500, 503, 200, 500];
  const server = createServer((request, response) => {
    response.writeHead(Number(request.url?.slice(1))).end();
  });
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${await listening(server)}`;
  const attack = (allowed: Attack['allowed']): Attack => ({
    does: 'requests, and two words of its own',
    lanes: 3,
    most: statuses.length + 2,
    allowed,
    begin(scene) {
      scene.closing = () => [`${scene.count(200)} of 200`];
      return (n) => (n < statuses.length ? { path: `/${statuses[n]}` } : 'left open');
    },
  });
  const place = { url, rpcUrl: url, ms: 0, row: 1 };
  expect(await runAttack(attack([200]), place)).toEqual({
    complaints: expect.arrayContaining(['2 × 500', '2 × left open', '2 of 200']),
    note: '1 × 429, 1 × 503, 2 × 200, 2 × 500, 2 × left open',
  });
  expect((await runAttack(attack([200, 500, 'left open']), place)).complaints).toEqual([
    '2 of 200',
  ]);
});
