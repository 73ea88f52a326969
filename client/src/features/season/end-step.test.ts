import { expect, test } from 'vitest';
import { ANNA } from '../../testing/event.ts';
import { endStep } from './end-step.ts';

const champion = { walletAddress: ANNA, name: 'anna.eth', nationId: 'italy', gained: 5 } as const;
const week = { to: '2026-11-30T00:00:00.000Z', champion };
const END_MS = Date.parse(week.to);

test('[SCR70] a week that has ended has its podium; one that nobody won only makes way', () => {
  expect(endStep(week, END_MS + 12_000, false)).toBe('podium');
  expect(endStep({ ...week, champion: null }, END_MS + 12_000, false)).toBe('new-week');
});

test('[SCR70] it waits for a dialog, and for people to look, a minute at most', () => {
  expect(endStep(week, END_MS + 59_999, true)).toBe('wait');
  expect(endStep(week, END_MS + 60_001, true)).toBe('go-on');
});

test('[SCR70] a page that slept, or was offline, over the end goes on; a clock that is behind shows it', () => {
  expect(endStep(week, END_MS + 60_001, false)).toBe('go-on');
  expect(endStep(week, END_MS + 14 * 24 * 3_600_000, false)).toBe('go-on');
  expect(endStep(week, END_MS - 5000, false)).toBe('podium');
});
