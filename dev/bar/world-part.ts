/** A fresh world: asks for confirmation, since everything played is lost. */
import { z } from 'zod';
import { ask, tell } from './calls.ts';
import { button, labelled, note, type Part, type Say } from './elements.ts';
import { memory } from './memory.ts';

const worldSchema = z.object({ world: z.string(), whyNoReset: z.string().nullable() });
const resetSchema = z.object({ world: z.string() });

const WHAT_IT_DOES =
  'Deletes the local chain and the game in DATA_DIR, and starts both from scratch. Wallets stay connected.';

/** Polling interval until the next world runs, and the maximum time that may take. */
const LOOK_MS = 300;
const LONGEST_MS = 60_000;

export function worldPart(say: Say): Part & { isResetting(): boolean } {
  let isResetting = false;
  const words = note();
  const reset = button('Reset…', say, () => askAgain(true));
  const really = button('Delete and start over', say, async () => {
    const { world } = await tell('/dev/reset', {}, resetSchema);
    say('Closing this world and starting another one…');
    // The page may reload by itself as soon as its server is back.
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
  throw new Error('No new world started within a minute. See the server’s terminal.');
}
