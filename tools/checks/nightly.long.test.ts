/**
 * What is checked by night: the benchmarks and the contracts, some with packages of their own, and
 * what is deployed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './files.ts';

const run = (program: string, ...args: readonly string[]) =>
  execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;

test('the benchmarks pass the linter and the compiler', () => {
  run('npm', 'ci', '--prefix', 'bench', '--no-audit', '--no-fund');
  run('npm', 'run', 'check', '--prefix', 'bench');
});

test('the development chain’s contracts are what their sources compile to', () => {
  run('npm', 'ci', '--prefix', 'dev/contracts', '--no-audit', '--no-fund');
  run('npm', 'run', 'check', '--prefix', 'dev/contracts');
});

test.skipIf(!isThere('promtool'))('the alerts fire as deploy/alerts.test.yaml says', () => {
  run('promtool', 'test', 'rules', 'deploy/alerts.test.yaml');
});

test.skipIf(!isThere('python3'))('the manifests are what Kubernetes takes', () => {
  const environment = join('.cache', 'python');
  run('python3', '-m', 'venv', environment);
  const bin = (name: string) => join(environment, 'bin', name);
  run(bin('pip'), 'install', '--quiet', '--retries', '1', 'kubernetes-validate==1.37.0');
  const manifests = ['backup.yaml', 'denaria.yaml', 'ingress.yaml'].map(
    (file) => `deploy/kubernetes/${file}`,
  );
  for (const manifest of manifests) {
    expect(() => run(bin('kubernetes-validate'), '--strict', manifest)).not.toThrow();
  }
});
