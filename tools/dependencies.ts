/** What the lock files hold that somebody should look at; `audit-deps.ts` asks and prints. */
import { z } from 'zod';

/** What may be used and passed on without asking anyone (SPDX). */
const FINE_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  // Of files that stay as they are: a change of one of those would have to be published.
  'MPL-2.0',
  // Of fonts.
  'OFL-1.1',
]);

/** By package, what was looked up where its own word does not say it. */
const LOOKED_UP: Readonly<Record<string, string>> = {
  // It says BSD; its LICENSE is that of three clauses.
  'parse-cache-control': 'BSD-3-Clause',
};

/** Names that are not SPDX's own. */
const ALIASES: Readonly<Record<string, string>> = { 'Apache-2': 'Apache-2.0' };

export const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      deprecated: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
      optional: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
});
export type Lock = z.infer<typeof lockSchema>;

export type Trouble = 'advisory' | 'licence' | 'advised against' | 'runs scripts' | 'outdated';

export interface Finding {
  readonly place: string;
  readonly package: string;
  readonly trouble: Trouble;
  readonly words: string;
}

/** Those that a change should not come in with. */
const GRAVE: ReadonlySet<Trouble> = new Set(['advisory', 'licence'] as const);

/** What an SPDX expression allows: one of an OR suffices, of an AND all are needed. */
export function isFine(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain
    .split(/ OR /)
    .some((choice) =>
      choice.split(/ AND /).every((name) => FINE_LICENCES.has(ALIASES[name] ?? name)),
    );
}

/**
 * What a lock file says against its packages.
 * @param licenceOf what an installed package says itself, by its place in the lock file; null where it
 * says nothing or is not installed.
 * @param allowed by name, whether a package's scripts may run (`allowScripts` of package.json).
 */
export function findingsIn(
  lock: Lock,
  place: string,
  licenceOf: (path: string) => string | null,
  allowed: Readonly<Record<string, boolean>>,
): Finding[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    if (path === '') return [];
    const name = nameOf(path);
    const finding = (trouble: Trouble, words: string): Finding => {
      return { place, package: `${name}@${entry.version ?? '?'}`, trouble, words };
    };
    const { license, deprecated, hasInstallScript } = entry;
    const licence = LOOKED_UP[name] ?? license ?? licenceOf(path) ?? licenceOfFamily(lock, path);
    return [
      ...(licence === null ? [finding('licence', 'names none')] : []),
      ...(licence !== null && !isFine(licence) ? [finding('licence', licence)] : []),
      ...(deprecated === undefined ? [] : [finding('advised against', deprecated)]),
      ...(hasInstallScript
        ? [finding('runs scripts', allowed[name] === false ? 'not allowed to' : 'when installed')]
        : []),
    ];
  });
}

/**
 * Another platform's build of a package, which is not installed here and which its registry may not have:
 * its licence is that of the builds beside it.
 */
function licenceOfFamily(lock: Lock, path: string): string | null {
  const entry = lock.packages[path];
  if (!entry?.optional || (!entry.os && !entry.cpu)) return null;
  const family = path.replace(FAMILY, '');
  const beside = Object.entries(lock.packages).find(
    ([other, { license }]) => license !== undefined && other.replace(FAMILY, '') === family,
  );
  return beside?.[1].license ?? null;
}

/** What tells a platform's build from those of others, at the end of its name. */
const FAMILY =
  /[-/](?:(?:aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)\b.*)$/;

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

const outdatedSchema = z.record(
  z.string(),
  z.object({ current: z.string().optional(), latest: z.string() }),
);

/** What `npm outdated --json` says. */
export function outdatedIn(answer: unknown, place: string): Finding[] {
  return Object.entries(outdatedSchema.parse(answer)).map(([name, { current, latest }]) => ({
    place,
    package: `${name}@${current ?? '?'}`,
    trouble: 'outdated',
    words: `${latest} is the latest`,
  }));
}

const auditSchema = z.union([
  z.object({
    vulnerabilities: z.record(
      z.string(),
      z.object({
        severity: z.string(),
        range: z.string(),
        via: z.array(z.union([z.string(), z.object({ title: z.string() })])),
      }),
    ),
  }),
  z.object({ message: z.string() }),
]);

/** What `npm audit --json` says: advisories, or why the registry told none. */
export function advisoriesIn(
  answer: unknown,
  place: string,
): { readonly findings: Finding[]; readonly unanswered: string | null } {
  const parsed = auditSchema.parse(answer);
  if ('message' in parsed) return { findings: [], unanswered: parsed.message };
  const findings = Object.entries(parsed.vulnerabilities).map(
    ([name, { severity, range, via }]): Finding => ({
      place,
      package: `${name}@${range}`,
      trouble: 'advisory',
      words: `${severity}: ${via.map((one) => (typeof one === 'string' ? `by ${one}` : one.title)).join('; ')}`,
    }),
  );
  return { findings, unanswered: null };
}

export function hasGrave(findings: readonly Finding[]): boolean {
  return findings.some(({ trouble }) => GRAVE.has(trouble));
}
