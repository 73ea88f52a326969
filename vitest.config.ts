/**
 * Where the tests are found, and how they run: a tier is a project, and its files are named after
 * it.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './tools/test/longest-first.ts';
import client from './vite.config.ts';

/** Each starts or makes only what a file asks for, but for the bundle of programs: a second. */
const SETUP = ['tools/test/mongo/vitest-setup.ts', 'tools/test/programs-setup.ts'];

type ProjectTest = TestProjectInlineConfiguration['test'];

const project = (name: string, { exclude = [], ...options }: NonNullable<ProjectTest>) => ({
  extends: true as const,
  test: { name, exclude: ['**/node_modules/**', '.cache/**', 'dist/**', ...exclude], ...options },
});

export default mergeConfig(
  client,
  defineConfig({
    test: {
      root: fileURLToPath(new URL('.', import.meta.url)),
      setupFiles: ['tools/test/set-seed.ts', 'tools/test/count-programs.ts'],
      // vitest leaves a core to itself, which is half of two; many files wait more than they work.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      // They are for what hangs. What must be quick is measured in bench/.
      testTimeout: 240_000,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 60_000 } },
      sequence: { sequencer: LongestFirst },
      projects: [
        project('quick', {
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['**/*.integration.test.*', '**/*.long.test.*'],
          // Files share a worker and what they import, in both tiers: a third of the time.
          pool: 'threads',
          isolate: false,
        }),
        project('integration', {
          include: ['**/*.integration.test.ts'],
          globalSetup: SETUP,
          isolate: false,
          // They wait for processes, disks and the database half of their time.
          maxWorkers: 2 * availableParallelism(),
          sequence: { groupOrder: 1 },
        }),
        // One file at a time: each keeps the machine busy.
        project('long', {
          include: ['**/*.long.test.ts'],
          globalSetup: SETUP,
          fileParallelism: false,
        }),
      ],
    },
  }),
);
