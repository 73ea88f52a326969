/**
 * The alerts, the dashboard and the operator's guide name metrics that the server has, and each
 * alert is tested.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './files.ts';

/** Their names are put together. */
const OF_ENDPOINTS = /^denaria_chain_endpoint_/;

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test.each([
  ['deploy/alerts.yaml', 10],
  ['deploy/alerts.test.yaml', 10],
  ['deploy/grafana.json', 12],
  ['docs/operating.md', 20],
])('every metric of %s is one of the server’s', (path, atLeast) => {
  const server = sourceFiles('server').map(text).join('\n');
  const named = new Set(
    text(path)
      .match(/\bdenaria_[a-z_]*[a-z]\b/g)
      ?.map(withoutPart),
  );
  expect(named.size).toBeGreaterThanOrEqual(atLeast);
  const isThere = (name: string) =>
    [name, name.replace(OF_ENDPOINTS, '')].some((one) => server.includes(`'${one}'`));
  expect([...named].filter((name) => !isThere(name))).toEqual([]);
});

test('every alert has a test in which it fires', () => {
  const alerts = text('deploy/alerts.yaml').match(/(?<=- alert: )\w+/g);
  const fired = text('deploy/alerts.test.yaml').match(/(?<=alertname: )\w+(?=\n\s+exp_alerts)/g);
  expect(alerts?.length).toBeGreaterThanOrEqual(15);
  expect(fired?.toSorted()).toEqual(alerts?.toSorted());
});

/** A histogram's series are its name and a part. */
function withoutPart(name: string): string {
  return name.replace(/_(?:bucket|count|sum)$/, '');
}
