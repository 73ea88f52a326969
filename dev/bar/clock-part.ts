/** The game's clock: shows it, and skips a day or the length of a lock. */
import { z } from 'zod';
import { LOCK_DAYS } from '../../common/rules/lock.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { ask, tell } from './calls.ts';
import { button, element, labelled, note, type Part, type Say } from './elements.ts';
import { memory } from './memory.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
/** So much of a week is left to see it end. */
const SEEN_MS = 5000;

const clockSchema = z.object({ now: z.iso.datetime() });

/** How far the game's clock is ahead of this computer's, in words. */
function aheadWords(ms: number): string {
  // The answer takes a few ms to arrive, and skips are whole days.
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return 'The same as this computer’s.';
  const hours = Math.floor(minutes / 60) % 24;
  const days = Math.floor(minutes / (24 * 60));
  const parts = [
    ...(days > 0 ? [`${days} ${days === 1 ? 'day' : 'days'}`] : []),
    ...(hours > 0 ? [`${hours} h`] : []),
  ];
  return `${parts.join(' ') || 'Less than an hour'} ahead of this computer’s.`;
}

export function clockPart(say: Say): Part {
  const time = element('time');
  time.setAttribute('role', 'timer');
  time.setAttribute('aria-label', 'The game’s clock');
  const ahead = note();
  let heard: { readonly nowMs: number; readonly at: number } | null = null;

  const show = () => {
    if (!heard) return;
    const now = new Date(heard.nowMs + performance.now() - heard.at);
    time.dateTime = now.toISOString();
    time.textContent = now.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
    ahead.textContent = aheadWords(now.getTime() - Date.now());
  };
  const advance = async (advanceMs: number, words: string) => {
    await tell('/dev/clock', { advanceMs }, clockSchema);
    memory.keepWords(words);
    // Countdowns start from the server's clock, which the page reads only once.
    location.reload();
  };
  const skip = (label: string, days: number) =>
    button(label, say, () =>
      advance(days * DAY_MS, days === 1 ? 'A day has gone by.' : `${days} days have gone by.`),
    );
  const endWeek = button('End the week', say, async () => {
    const { now } = await ask('/dev/clock', clockSchema);
    const nowMs = Date.parse(now);
    const leftMs = weekBegins(weekAt(nowMs) + 1) - nowMs;
    await advance(Math.max(1, leftMs - SEEN_MS), 'The week ends in a few seconds.');
  });

  const buttons = [skip('Skip a day', 1), skip(`Skip ${LOCK_DAYS} days`, LOCK_DAYS), endWeek];
  const section = labelled('Clock', buttons, [ahead]);
  section.querySelector('h2')?.after(time);
  return {
    section,
    async refresh() {
      const { now } = await ask('/dev/clock', clockSchema);
      heard = { nowMs: Date.parse(now), at: performance.now() };
      show();
    },
    tick: show,
  };
}
