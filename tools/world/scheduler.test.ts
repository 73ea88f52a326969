import { expect, test } from 'vitest';
import { Scheduler, type Owner } from './scheduler.ts';

/** Runs a script and tells who did what in which order. */
async function order(script: (scheduler: Scheduler, did: (what: string) => () => void) => void) {
  const scheduler = new Scheduler(7);
  const done: string[] = [];
  await scheduler.run(async () => {
    script(scheduler, (what) => () => done.push(`${what} at ${scheduler.nowMs}`));
    await new Promise<void>((resolve) => {
      scheduler.post(scheduler.world, 1000, resolve);
    });
  });
  return done;
}

function owners(scheduler: Scheduler, count: number): Owner[] {
  return Array.from({ length: count }, (_, n) => scheduler.owner(`owner-${n}`));
}

test('what an owner asked for first comes first, also in one moment and after it stood still', async () => {
  const done = await order((scheduler, did) => {
    const [owner] = owners(scheduler, 1);
    if (!owner) return;
    scheduler.post(owner, 20, did('c'));
    scheduler.post(owner, 10, did('a'));
    scheduler.post(owner, 10, did('b'));
    scheduler.post(owner, 500, did('d'));
    owner.stillUntilMs = 500;
  });
  expect(done).toEqual(['a at 500', 'b at 500', 'c at 500', 'd at 500']);
});

test('the order of several owners in one moment is the seed’s, and another one in the next', async () => {
  const play = () =>
    order((scheduler, did) => {
      for (const owner of owners(scheduler, 3)) {
        for (const ms of [1, 2, 3, 4]) scheduler.post(owner, ms, did(owner.name));
      }
    });
  const done = await play();
  expect(await play()).toEqual(done);
  const rounds = [0, 3, 6, 9].map((from) =>
    done
      .slice(from, from + 3)
      .map((text) => text[6])
      .join(''),
  );
  expect(new Set(rounds).size).toBeGreaterThan(1);
});

test('the dead do nothing, and what is stopped does not happen', async () => {
  const done = await order((scheduler, did) => {
    const [dead, living] = owners(scheduler, 2);
    if (!dead || !living) return;
    scheduler.post(dead, 10, did('dead'));
    scheduler.post(living, 10, did('living'));
    scheduler.post(living, 10, did('stopped')).stop();
    dead.isDead = true;
    expect([dead.waiting, living.waiting]).toEqual([1, 1]);
  });
  expect(done).toEqual(['living at 10']);
});

test('after a leap everything that was due happens at once, in order', async () => {
  const done = await order((scheduler, did) => {
    const [owner] = owners(scheduler, 1);
    if (!owner) return;
    scheduler.post(owner, 300, did('second'));
    scheduler.post(owner, 100, did('first'));
    scheduler.leap(10_000);
  });
  expect(done).toEqual(['first at 10000', 'second at 10000']);
});

test('a script that waits for nothing fails', async () => {
  const scheduler = new Scheduler(1);
  await expect(scheduler.run(() => new Promise(() => undefined))).rejects.toThrow(
    'nothing is going',
  );
});
