/** The files that prepare.ts makes once for all browser tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fingerprintOf } from '../tools/production/ensure-built.ts';

export const ROOT = join(import.meta.dirname, '..');

/** Its games begin in the past, and its player's session ends: neither may be old. */
const USED_FOR_MS = 3_600_000;

/**
 * Shared by the runs of an hour on the same sources. A run's workers have the run's, even after
 * that hour.
 */
export const PREPARED = (process.env['DENARIA_PREPARED'] ??= join(
  ROOT,
  '.cache',
  'e2e',
  `${fingerprintOf(['client', 'client-kit', 'common', 'dev', 'e2e', 'server', 'tools']).slice(0, 16)}-${Math.floor(Date.now() / USED_FOR_MS)}`,
));

/** Written last. */
export const COMPLETE = join(PREPARED, 'complete');

/** The built pages, as players get them. */
export const BUILT_PAGES = join(ROOT, 'dist', 'client');

/** The built pages, with development's own scripts in them. */
export const PAGES_FOLDER = join(PREPARED, 'pages');

/** What renders them, where the server looks for it. */
export const RENDERER_FOLDER = join(PREPARED, 'page-renderer');

/** The address of those scripts: the Demo Wallet and the developer bar. */
export const DEV_SCRIPTS = '/dev-scripts.js';

/**
 * built-game.ts and its packages as one file, which starts in a third of the time, with its two
 * workers beside it.
 */
export const PROGRAM_FOLDER = join(PREPARED, 'program');
// What else tests start is there as well (tools/test/programs.ts).
process.env['DENARIA_PROGRAMS'] ??= PROGRAM_FOLDER;
export const BUILT_GAME = join(PROGRAM_FOLDER, 'built-game.js');

/**
 * How a game begins: `empty`, with the contracts deployed and no players; `italy`, with Italy
 * chosen by the first Demo account.
 */
export type Beginning = 'empty' | 'italy';

/** The data folder of a game with this beginning, to be copied. */
export function beginningFolder(beginning: Beginning): string {
  return join(PREPARED, 'beginnings', beginning);
}

/** The browser of `italy`'s player: wallet connected, signed in. */
export const VISIT_FILE = join(PREPARED, 'beginnings', 'visit.json');

const visitSchema = z.object({
  cookies: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      domain: z.string(),
      path: z.string(),
      expires: z.number(),
      httpOnly: z.boolean(),
      secure: z.boolean(),
      sameSite: z.enum(['Strict', 'Lax', 'None']),
    }),
  ),
  origins: z.array(
    z.object({
      origin: z.string(),
      localStorage: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
});

/** What a browser remembers of its visits, in Playwright's `storageState` format. */
export type Visit = z.infer<typeof visitSchema>;

/** The visit of `italy`'s player, to a copy of that game at `url`. */
export function visitOfItaly(url: string): Visit {
  const { cookies, origins } = visitSchema.parse(JSON.parse(readFileSync(VISIT_FILE, 'utf8')));
  const { origin } = new URL(url);
  return { cookies, origins: origins.map((stored) => ({ ...stored, origin })) };
}
