/**
 * `npm run mutation`: small changes of the rules, the board and the merge, one at a time, and
 * whether a test notices each. `-- --mutate common/rules/trade.ts` takes one file; the report shows
 * which changes none noticed.
 *
 * What survives, and why it may:
 * - Guards that the compiler asks for, of what cannot be absent: `other !== undefined &&` at a
 *   place below the length,
 *   `list[place] ?? 0`, `if (!change) throw` after a change that moves no stake, and the words of
 *   such errors and
 *   of warnings.
 * - Boundaries at which both sides give the same: `left > 0n ? left : 0n`, two ticks of one rev in
 *   their order, one
 *   step beyond the end of an array, the last event of a day ago, a rev in place of the same.
 * - What stands for nothing: an element in a list that begins empty where a filter drops it, a
 *   closed week before any
 *   that a commit names.
 * - What the compiler refuses: an order of events that is none.
 * - What a later line repeats: a stake beyond the largest GDP is refused early, and again with the
 *   whole standing.
 * - Shortcuts that save only time: the list of one name, a row that is placed already, `a === b ||`
 *   before its fields,
 *   the cached text of a row, the first rows of the ranking before a whole search, a row that is
 *   set again in place of
 *   an update, how many rows are looked up in parallel.
 * - What is right anyway, since the same row is put again: an event that the store has before the
 *   board, in the board of
 *   a day ago and in who completed a stage; a load of it during which the board was loaded again.
 * - Memory: the differences of a board that was replaced, an equal row among them, the last commits
 *   of closed weeks, the
 *   figures of a row that has them, and how full a block of the rank index may be before rows move,
 *   within the bound
 *   that its test states.
 * - A number of which only a difference counts: how often the board was loaded, the merge's
 *   generation.
 * - What the tests of other tiers see: a page's hooks (a browser), the published constants (GET
 *   /api/config).
 *
 * Not of the board: follow-board.ts, which loads it and waits for the store. Its faults are those
 * of the simulated world (`npm run world`).
 */
const REPORT = process.env.MUTATION_REPORT ?? 'test-results/mutation.json';

export default {
  mutate: [
    'common/rules/*.ts',
    'server/leaderboard/*.ts',
    'client-kit/live/{board-feed,board-merge,cached-rows}.ts',
    'client/src/live/{live-events,own-state,standings,works}.ts',
    '!server/leaderboard/follow-board.ts',
    '!**/*.test.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  ignorePatterns: ['.cache', 'bench', 'data', 'dist', 'docs', 'e2e', 'test-results'],
  tempDirName: '.cache/stryker',
  cleanTempDir: 'always',
  // Stryker would rewrite tsconfig.json through an interface that TypeScript 7 lacks; the copy
  // needs no change.
  tsconfigFile: 'none',
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { allowColor: false, reportMutants: false, reportTests: false },
  jsonReporter: { fileName: REPORT },
  htmlReporter: { fileName: REPORT.replace(/json$/, 'html') },
  // A constant that modules read as they load would need every test, for seconds each.
  ignoreStatic: true,
  thresholds: { high: 95, low: 90, break: 90 },
};
