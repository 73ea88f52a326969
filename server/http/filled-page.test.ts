/** Which page a request gets, and how often one is rendered. The renderer is the test's own. */
import { beforeEach, expect, test } from 'vitest';
import type { PageFacts } from '../../common/protocol/page-facts.ts';
import { epochSchema, revSchema } from '../../common/values/ids.ts';
import { createLog } from '../observe/log.ts';
import { createFilledPage, type FilledPage } from './filled-page.ts';

const E1 = epochSchema.parse('e1');
const revAt = (n: number) => revSchema.parse(String(n).padStart(16, '0'));

const board = { epoch: E1, rev: revAt(1) };
let nowMs: number;
let renders: PageFacts[];
let render: (facts: PageFacts) => Promise<string>;
let page: FilledPage;
let rules: string;

const htmlOf = ({ epoch, rev }: PageFacts) => `${epoch} ${rev}`;

beforeEach(() => {
  Object.assign(board, { epoch: E1, rev: revAt(1) });
  nowMs = 0;
  renders = [];
  rules = 'a';
  render = (facts) => Promise.resolve(htmlOf(facts));
  page = createFilledPage({
    source: {
      board,
      read: () => ({ ...board, etag: '', totalCount: 0, rows: [], standings: [], works: [] }),
    },
    render: (facts) => {
      renders.push(facts);
      return render(facts);
    },
    rulesHash: () => rules,
    log: createLog('silent'),
    now: () => nowMs,
  });
});

test('a page is never more than a second behind the board, nor of an earlier data set', async () => {
  await page.take();
  board.rev = revAt(2);
  nowMs = 999;
  expect(await page.take()).toBe(`e1 ${revAt(1)}`);
  nowMs = 1000;
  expect(await page.take()).toBe(`e1 ${revAt(2)}`);
  board.epoch = epochSchema.parse('e2');
  expect(await page.take()).toBe(`e2 ${revAt(2)}`);
});

test('a page never shows rules that are no longer in force', async () => {
  await page.take();
  await page.take();
  expect(renders).toHaveLength(1);
  rules = 'b';
  await page.take();
  expect(renders).toHaveLength(2);
});

test('while the renderer fails there is no page, and it is not asked with every request', async () => {
  render = () => Promise.reject(new Error('broken'));
  expect(await page.take()).toBeNull();
  expect(await page.take()).toBeNull();
  expect(renders).toHaveLength(1);
  render = (facts) => Promise.resolve(htmlOf(facts));
  nowMs = 10_000;
  expect(await page.take()).toBe(`e1 ${revAt(1)}`);
});

test('a render that is late keeps nobody waiting for it, and is used when it comes', async () => {
  let finish = () => {};
  render = (facts) =>
    new Promise((resolve) => {
      finish = () => resolve(htmlOf(facts));
    });
  expect(await page.take()).toBeNull();
  finish();
  await expect.poll(() => page.take()).toBe(`e1 ${revAt(1)}`);
  expect(renders).toHaveLength(1);
});
