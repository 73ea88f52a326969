/** The rivals: how many they are, and their pace. */
import { z } from 'zod';
import { ask, tell } from './calls.ts';
import { choice, labelled, note, type Part, type Say } from './elements.ts';

const PACES = ['off', 'gentle', 'lively'] as const;
const rivalsSchema = z.object({ pace: z.enum(PACES), count: z.int() });

export function rivalsPart(say: Say): Part {
  const summary = note();
  const show = ({ pace, count }: z.infer<typeof rivalsSchema>) => {
    choices.show(pace);
    const who = count === 1 ? '1 rival' : `${count} rivals`;
    summary.textContent = count === 0 ? 'No rivals in this world.' : `${who}, ${pace}`;
  };
  const choices = choice(PACES, say, async (pace) => {
    show(await tell('/dev/rivals', { pace }, rivalsSchema));
  });
  return {
    section: labelled('Rivals', choices.buttons, [summary]),
    async refresh() {
      show(await ask('/dev/rivals', rivalsSchema));
    },
  };
}
