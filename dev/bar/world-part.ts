/** A fresh world: asked for once more, since everything that was played goes. */
import { z } from 'zod';
import { ask, tell } from './calls.ts';
import { button, labelled, note, type Part, type Say } from './elements.ts';
import { memory } from './memory.ts';

const worldSchema = z.object({ world: z.string(), whyNoReset: z.string().nullable() });
const resetSchema = z.object({ world: z.string() });

const WHAT_IT_DOES =
  'Deletes the local chain and the game in DATA_DIR, and begins both again here. Wallets stay connected.';

/** Between two looks whether the next world plays, and how long it may take to. */
const LOOK_MS = 300;
const LONGEST_MS = 60_000;

export function worldPart(say: Say): Part & { isResetting(): boolean } {
  let isResetting = false;
  const words = note();
  const reset = button('Reset…', say, () => askAgain(true));
  const really = button('Delete and begin again', say, async () => {
    const { world } = await tell('/dev/reset', {}, resetSchema);
    say('This world ends, and another one begins…');
    // The page may load again by itself as soon as its server is back.
    memory.keepWords('A fresh world plays here.');
    isResetting = true;
    try {
      await untilAnother(world);
    } finally {
      isResetting = false;
    }
    location.reload();
  });
  const keep = button('Keep it', say, () => askAgain(false));
  const askAgain = (asks: boolean) => {
    reset.hidden = asks;
    really.hidden = !asks;
    keep.hidden = !asks;
    words.textContent = asks ? WHAT_IT_DOES : '';
  };
  askAgain(false);
  return {
    section: labelled('World', [reset, really, keep], [words]),
    isResetting: () => isResetting,
    async refresh() {
      const { whyNoReset } = await ask('/dev/world', worldSchema);
      if (whyNoReset === null) return;
      reset.hidden = true;
      words.textContent = whyNoReset;
    },
  };
}

async function untilAnother(world: string): Promise<void> {
  const giveUpAt = performance.now() + LONGEST_MS;
  while (performance.now() < giveUpAt) {
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
    const now = await ask('/dev/world', worldSchema).catch(() => null);
    if (now && now.world !== world) return;
  }
  throw new Error('No other world began within a minute. See what the server’s terminal says.');
}
