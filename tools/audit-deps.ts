/**
 * `npm run audit:deps`: lists what needs a look in the lock files: packages with advisories, without an
 * accepted licence, deprecated, with install scripts, or outdated. Exits with 1 on advisories and licences.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  advisoriesIn,
  findingsIn,
  hasGrave,
  lockSchema,
  outdatedIn,
  type Finding,
} from './dependencies.ts';

const ROOT = join(import.meta.dirname, '..');
/** Folders with their own lock file. */
const PLACES = ['.', 'bench'];

/** npm's answer as JSON; npm exits with 1 if it found something. */
function askNpm(place: string, args: readonly string[]): unknown {
  const { stdout } = spawnSync('npm', [...args, '--json', '--loglevel=silent'], {
    cwd: join(ROOT, place),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return JSON.parse(stdout.trim() || '{}');
}

const manifestSchema = z.object({
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
  allowScripts: z.record(z.string(), z.boolean()).default({}),
});

function manifestAt(place: string, path: string): z.infer<typeof manifestSchema> | null {
  const file = join(ROOT, place, path, 'package.json');
  return existsSync(file) ? manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

function licenceAt(place: string, path: string): string | null {
  const manifest = manifestAt(place, path);
  if (typeof manifest?.license === 'string') return manifest.license;
  return (
    manifest?.license?.type ?? manifest?.licenses?.map(({ type }) => type).join(' OR ') ?? null
  );
}

function audit(): void {
  const findings: Finding[] = [];
  for (const place of PLACES) {
    const text = readFileSync(join(ROOT, place, 'package-lock.json'), 'utf8');
    const lock = lockSchema.parse(JSON.parse(text));
    const allowed = manifestAt(place, '.')?.allowScripts ?? {};
    findings.push(...findingsIn(lock, place, (path) => licenceAt(place, path), allowed));
    findings.push(...outdatedIn(askNpm(place, ['outdated']), place));
    const advisories = advisoriesIn(askNpm(place, ['audit']), place);
    findings.push(...advisories.findings);
    if (advisories.unanswered !== null) {
      console.log(`No advisories for ${place}: the registry did not answer (${advisories.unanswered}).`); // prettier-ignore
    }
    console.log(`${place}: ${Object.keys(lock.packages).length - 1} packages checked.`);
  }
  const width = Math.max(0, ...findings.map((finding) => finding.package.length));
  for (const { place, package: name, trouble, words } of findings) {
    console.log(`${place.padEnd(5)}  ${trouble.padEnd(15)}  ${name.padEnd(width)}  ${words}`);
  }
  if (hasGrave(findings)) process.exitCode = 1;
}

audit();
