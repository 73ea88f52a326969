/** What the rows by key cost: one request each, and no more keys than answers. */
import { expect } from 'vitest';
import type { Rows } from '../rows.ts';
import { APP_NAME } from './connection.ts';
import { mongoTest as test } from './testing/processes.ts';

const TTL = { ttlMs: 60_000 };
const row = (key: string, document = '7') => ({ key, document, ...TTL });

const OPERATIONS: readonly (readonly [string, (rows: Rows) => Promise<unknown>])[] = [
  ['get', (rows) => rows.get('1')],
  ['get of many at once', (rows) => Promise.all(['1', '2', '3'].map((key) => rows.get(key)))],
  ['range', (rows) => rows.range({ limit: 900, order: 'ascending' })],
  ['put', (rows) => rows.put(row('1'))],
  ['put of a new one', (rows) => rows.put(row('new'), null)],
  ['put where there is one', (rows) => rows.put(row('1'), null)],
  ['put on the expected', (rows) => rows.put(row('1', '8'), '7')],
  ['increment', (rows) => rows.increment({ key: '1', by: 1, most: 99 })],
  ['increment from 0', (rows) => rows.increment({ key: 'begun', by: 1, orBegin: TTL })],
  ['delete', (rows) => rows.delete('1')],
  ['delete of the expected', (rows) => rows.delete('2', '7')],
];

test('each operation is one request, which reads hardly more keys than it answers', async ({
  store,
  db,
}) => {
  const rows = store.rows('session');
  const numbers = Array.from({ length: 300 }, (_, n) => row(`${n}`));
  for (const kind of ['refusal', 'session', 'setting'] as const) {
    await Promise.all(numbers.map((one) => store.rows(kind).put(one)));
  }
  const profile = db.collection('system.profile');
  const ns = `${db.databaseName}.rows`;
  let seen = 0;
  await db.command({ profile: 2 });
  for (const [name, run] of OPERATIONS) {
    await run(rows);
    const found = await profile.find({ ns, appName: APP_NAME }).sort({ ts: 1 }).toArray();
    const [request, ...more] = found.slice(seen);
    expect(more, name).toEqual([]);
    expect(request, name).toBeDefined();
    expect(request?.['hasSortStage'], name).toBeUndefined();
    const answered = Number(request?.['nreturned'] ?? 0);
    expect(request?.['keysExamined'], name).toBeLessThan(answered + 5);
    seen = found.length;
  }
  await db.command({ profile: 0 });
});
