import { describe, expect, test } from 'vitest';
import { advisoriesIn, findingsIn, hasGrave } from './dependencies.ts';

/** The findings for a lock file with these packages, none of them installed. */
function found(
  packages: Parameters<typeof findingsIn>[0]['packages'],
  allowed: Readonly<Record<string, boolean>> = {},
) {
  return findingsIn({ packages: { '': {}, ...packages } }, '.', () => null, allowed).map(
    ({ package: name, trouble, words }) => `${name} ${trouble}: ${words}`,
  );
}

describe('a lock file', () => {
  test('names a package without a licence, and one whose licence is not on the accepted list', () => {
    const licences = [
      'MIT',
      '(MIT OR GPL-3.0)',
      'MIT AND Apache-2',
      'MIT AND GPL-3.0',
      'UNLICENSED',
    ];
    const packages = licences.map((license, n) => [
      `node_modules/a/node_modules/@b/c${n}`,
      { version: '1.0.0', license },
    ]);
    expect(
      found({ 'node_modules/a': { version: '1.0.0' }, ...Object.fromEntries(packages) }),
    ).toEqual([
      'a@1.0.0 licence: names none',
      '@b/c3@1.0.0 licence: MIT AND GPL-3.0',
      '@b/c4@1.0.0 licence: UNLICENSED',
    ]);
  });

  test('names deprecated packages, and those that run scripts', () => {
    const scripted = { version: '1.0.0', license: 'MIT', hasInstallScript: true };
    expect(
      found(
        {
          'node_modules/a': { version: '1.0.0', license: 'MIT', deprecated: 'use b' },
          'node_modules/b': scripted,
          'node_modules/c': scripted,
        },
        { c: false },
      ),
    ).toEqual([
      'a@1.0.0 advised against: use b',
      'b@1.0.0 runs scripts: when installed',
      'c@1.0.0 runs scripts: not allowed to',
    ]);
  });
});

describe('what npm answers', () => {
  test('names advisories, which are grave', () => {
    const via = [{ title: 'It runs anything' }, 'b'];
    const { findings, unanswered } = advisoriesIn(
      { vulnerabilities: { a: { severity: 'high', range: '<2', via } } },
      '.',
    );
    expect(unanswered).toBeNull();
    expect(findings.map(({ words }) => words)).toEqual(['high: It runs anything; by b']);
    expect(hasGrave(findings)).toBe(true);
  });
});
