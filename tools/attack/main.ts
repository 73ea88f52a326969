/** `npm run attack`: exits with 1 if a row fails or is slow. */
import { parseArgs } from 'node:util';
import { attacksNamed, ATTACKS } from './rows.ts';
import { huntSeed, runAttacks, verdictOf } from './run.ts';

const HELP = `npm run attack -- [--minutes N] [--only NAME] [--seed S]

Attacks the built server, row by row, while honest players play, and measures how much a bystander
suffers. A row holds if everything was answered as it must be, no server ended or logged an error,
memory and open files are back, and the bystander was answered in time. In the end nothing that was
acknowledged may be lost or done twice.

  --minutes N  for all rows together (10)
  --only NAME  rows whose name is NAME or begins so; "mutated" is all that is drawn from the seed,
               "storm" ${ATTACKS['storm']?.does}, runs only by its name
  --seed S     of the mutated rows (a new one, which is printed)
  --help`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const say = (line: string): void => console.log(line);

if (values.help) {
  say(HELP);
  process.exit();
}
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes is a number above 0');
const names = attacksNamed(values.only);
const seed = huntSeed(values.seed);
say(`Seed ${seed}. Attackers, bystander, chain and servers share this machine.`);
const results = await runAttacks({ names, ms: minutes * 60_000, seed, say });
for (const wrong of results.at(-1)?.wrongs ?? []) say(`! ${wrong}`);
const verdicts = results.map(verdictOf);
const count = (one: string) => `${verdicts.filter((verdict) => verdict === one).length} ${one}`;
say(`${verdicts.length} results: ${['passed', 'failed', 'slow'].map(count).join(', ')}`);
if (verdicts.some((verdict) => verdict !== 'passed')) process.exitCode = 1;
