import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listening } from '../test/listening.ts';
import { runAttack, type Attack } from './attack.ts';
import { delaysOf, wrongsOf } from './report.ts';

test('an outcome that is not allowed is a complaint, a temporary refusal is none', async () => {
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
    begin: () => (n) => (n < statuses.length ? { path: `/${statuses[n]}` } : 'left open'),
  });
  const place = { url, ms: 0, row: 1 };
  expect(await runAttack(attack([200]), place)).toEqual({
    complaints: expect.arrayContaining(['2 × 500', '2 × left open']),
    note: '1 × 429, 1 × 503, 2 × 200, 2 × 500, 2 × left open',
  });
  expect((await runAttack(attack([200, 500, 'left open']), place)).complaints).toEqual([]);
});

test('what is not released is a fault, and what is slow is named', () => {
  const before = { rssMb: 100, heapMb: 50, files: 40 };
  const held = (files: number, peakRssMb: number) =>
    wrongsOf({
      complaints: [],
      note: '',
      before,
      after: { ...before, files },
      peakRssMb,
      pooled: 0,
    });
  expect(held(60, 300)).toEqual([]);
  expect(held(1040, 400)).toEqual([
    'memory grew by 300 MB',
    'not released: heap 50 → 50 MB, 40 → 1040 open files',
  ]);

  const poll = { what: 'poll', ms: 5 };
  const stakes = { what: '/api/dena/stakes', ms: 1700 };
  const samples = [...Array.from({ length: 97 }, () => poll), stakes, stakes, stakes];
  const failures = ['/api/events: 503', '/api/events: no answer', '/api/events: 503'];
  const quiet = { samples: [poll], failures: [] };
  expect(delaysOf(quiet, { samples, failures: [] })).toEqual([
    'p99 1700 ms (/api/dena/stakes), above 150',
  ]);
  expect(delaysOf(quiet, { samples: [poll], failures })).toEqual([
    '3 failures: /api/events: 503, /api/events: no answer',
  ]);
});
