/** The rivals' pace. */
import { z } from 'zod';
import { ask, tell } from './calls.ts';
import { choice, labelled, type Part, type Say } from './elements.ts';

const PACES = ['off', 'gentle', 'lively'] as const;
const paceSchema = z.object({ pace: z.enum(PACES) });

export function rivalsPart(say: Say): Part {
  const choices = choice(PACES, say, async (pace) => {
    choices.show((await tell('/dev/rivals', { pace }, paceSchema)).pace);
  });
  return {
    section: labelled('Rivals', choices.buttons),
    async refresh() {
      choices.show((await ask('/dev/rivals', paceSchema)).pace);
    },
  };
}
