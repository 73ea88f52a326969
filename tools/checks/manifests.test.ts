/** What is deployed belongs together; that Kubernetes takes its manifests is checked by night. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './files.ts';

const read = (file: string) => readFileSync(join(ROOT, 'deploy/kubernetes', file), 'utf8');
const parts = read('denaria.yaml').split(/^---$/m);
const partNamed = (kind: string, name: string) =>
  parts.find((part) => new RegExp(`^kind: ${kind}\n[^]*^  name: ${name}$`, 'm').test(part)) ?? '';

test('the ingress sends everything to Pods that live while none is ready', () => {
  const ingress = read('ingress.yaml');
  const [, ready = ''] = /service: \{ name: (\S+),/.exec(ingress) ?? [];
  const [, alive = ''] = /default-backend: (\S+)/.exec(ingress) ?? [];
  const selected = (name: string) => /selector: .+/.exec(partNamed('Service', name))?.[0];
  expect(selected(alive)).toBe('selector: { app.kubernetes.io/name: denaria }');
  expect(selected(ready)).toBe(selected(alive));
  expect(partNamed('Service', alive)).toContain('publishNotReadyAddresses: true');
  expect(partNamed('Service', ready)).not.toContain('publishNotReadyAddresses');
});

test('the metrics can be read from one namespace', () => {
  const [, forAll = '', forOne = ''] = partNamed('NetworkPolicy', 'denaria').split(/^ {4}- /m);
  expect(forAll).toMatch(/^ports:\n +- \{ port: http \}\n$/);
  expect(forOne).toMatch(/^from:\n +- namespaceSelector:[^]*- \{ port: metrics \}\n$/);
});

test('what makes backups at night is a program of the build, of the game’s image', () => {
  const build = readFileSync(join(ROOT, 'tools/production/build.ts'), 'utf8');
  const unit = readFileSync(join(ROOT, 'deploy/denaria-backup.service'), 'utf8');
  for (const deployed of [unit, read('backup.yaml')]) {
    const [, name = ''] = /dist\/(server\/\w+)\.js/.exec(deployed) ?? [];
    expect(build).toContain(`'${name}.ts'`);
  }
  const image = (text: string) => /image: (\S+)/.exec(text)?.[1];
  expect(image(read('backup.yaml'))).toBe(image(partNamed('Deployment', 'denaria')));
});
