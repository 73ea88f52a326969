/** Lock-file findings that need a look; `audit-deps.ts` collects the input and prints them. */
import { z } from 'zod';

/** Licences that may be used and distributed without asking anyone (SPDX). */
const FINE_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // Of browser tables that a tool reads.
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  // Covers single files, which stay unmodified: a modified one would have to be published.
  'MPL-2.0',
  // Of fonts.
  'OFL-1.1',
]);

/** Licences looked up by hand, by package, if the package's own statement is not enough. */
const LOOKED_UP: Readonly<Record<string, string>> = {
  // It says BSD; its LICENSE has three clauses.
  'parse-cache-control': 'BSD-3-Clause',
};

/** Names that are not SPDX identifiers. */
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
type Lock = z.infer<typeof lockSchema>;

type Trouble = 'advisory' | 'licence' | 'advised against' | 'runs scripts' | 'outdated';

export interface Finding {
  readonly place: string;
  readonly package: string;
  readonly trouble: Trouble;
  readonly words: string;
}

/** Findings that must not enter with a change. */
const GRAVE: ReadonlySet<Trouble> = new Set(['advisory', 'licence'] as const);

/** Whether an SPDX expression is acceptable: one side of an OR is enough, an AND needs both. */
function isFine(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain
    .split(/ OR /)
    .some((choice) =>
      choice.split(/ AND /).every((name) => FINE_LICENCES.has(ALIASES[name] ?? name)),
    );
}

/**
 * What is wrong with a lock file's packages.
 * @param licenceOf what an installed package itself says, by its path in the lock file; null if it says
 * nothing or is not installed.
 * @param allowed by name, whether a package's scripts may run (`allowScripts` in package.json).
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
 * Another platform's build of a package is not installed here, and the registry may not have it: its licence
 * is that of the sibling builds.
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

/** The platform part at the end of a build's name. */
const FAMILY =
  /[-/](?:(?:aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)\b.*)$/;

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

const outdatedSchema = z.record(
  z.string(),
  z.object({ current: z.string().optional(), latest: z.string() }),
);

/** Findings from `npm outdated --json`. */
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

/** Findings from `npm audit --json`: advisories, or why the registry returned none. */
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
