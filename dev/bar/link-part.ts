/** Controls the link to the chain for the calls of the server and the page. */
import { z } from 'zod';
import { ask, tell } from './calls.ts';
import { choice, labelled, note, type Part, type Say } from './elements.ts';

const MODES = ['ok', 'slow', 'failing'] as const;
export type Mode = (typeof MODES)[number];

const modeSchema = z.object({ mode: z.enum(MODES) });

const WHAT_IT_DOES: Readonly<Record<Mode, string>> = {
  ok: '',
  slow: 'Each call to the chain takes a second. Over after a restart.',
  failing: 'Calls to the chain are cut; wallets still sign. Over after a restart.',
};

/** @param onMode called with each mode that is reported */
export function linkPart(say: Say, onMode: (mode: Mode) => void): Part {
  const what = note();
  const show = (mode: Mode) => {
    choices.show(mode);
    what.textContent = WHAT_IT_DOES[mode];
    onMode(mode);
  };
  const choices = choice(MODES, say, async (mode) => {
    show((await tell('/dev/chain', { mode }, modeSchema)).mode);
  });
  return {
    section: labelled('RPC', choices.buttons, [what]),
    async refresh() {
      show((await ask('/dev/chain', modeSchema)).mode);
    },
  };
}
