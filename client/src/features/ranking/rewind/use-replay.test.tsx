import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useReplay, type Playing } from './use-replay.ts';

const AT = Date.parse('2026-11-20T15:00:00.000Z');
const onSettled = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', new URL('http://127.0.0.1/ranking?at=2026-11-20T15:00:00.000Z'));
});

afterEach(() => {
  onSettled.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A replay that loads nothing: it does not know yet when the game began. */
function replay(): Playing {
  const rendered: Playing[] = [];
  function Reader() {
    const onLive = () => undefined;
    rendered.push(useReplay({ startMs: AT, begunMs: null, now: () => AT, onLive, onSettled }));
    return null;
  }
  renderToString(<Reader />);
  const [playing] = rendered;
  if (!playing) throw new Error('the hook returned nothing');
  return playing;
}

test('a moment goes into the address once it has rested, and only the last of several', () => {
  const { seek } = replay();
  seek(AT - 2000);
  vi.advanceTimersByTime(149);
  seek(AT - 1000);
  vi.advanceTimersByTime(149);
  expect(onSettled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSettled.mock.calls).toEqual([[AT - 1000]]);
});

test('a pause leaves the moment that still rests to settle', () => {
  const { seek, play, pause } = replay();
  seek(AT - 1000);
  play();
  pause();
  vi.advanceTimersByTime(150);
  expect(onSettled.mock.calls).toEqual([[AT - 1000]]);
  pause();
  expect(onSettled).toHaveBeenCalledTimes(2);
});

test.each(['/ranking', '/dashboard', '/ranking?at=2026-11-19T15:00:00.000Z'])(
  'who has left for %s meanwhile is not brought back, however long the page takes to change',
  (path) => {
    replay().seek(AT - 1000);
    vi.advanceTimersByTime(100);
    // As the router does at once; what it shows follows when it is loaded.
    location.href = `http://127.0.0.1${path}`;
    vi.advanceTimersByTime(5000);
    expect(onSettled).not.toHaveBeenCalled();
  },
);
