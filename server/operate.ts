/**
 * `npm run operate -- pause "…"` and the like: an operator's acts, beside a running game on either
 * store. Each is a row in the store that every process applies.
 */
import { userInfo } from 'node:os';
import { z } from 'zod';
import { addressSchema, type Address } from '../common/values/address.ts';
import { actEntrySchema, type ActEntry } from './game/operation/acts.ts';
import { commandLine, OperatorError, runCommand, whileOpen } from './lib/command.ts';
import { monotonicNow, sleep, wallNow } from './lib/machine.ts';
import { actTable, actWords, entryOf as entryIn } from './operate/act-words.ts';
import { changeLines, figuresIn, isSetTo, rulesLines } from './operate/rules-words.ts';
import { walletJson, walletLines } from './operate/wallet-report.ts';
import { configuredPlace } from './places.ts';
import { actsIn } from './store/kept/acts.ts';
import { storedEra } from './store/era.ts';
import { pausedBy, pauseIn, rulesInEra, type RulesInEra } from './store/kept/era.ts';
import { inDirectory, inMongo, locationOf, type Location } from './store/locations.ts';
import { ActUnknown, type ActLog, type Appliers } from './store/operating.ts';

const USAGE = `npm run operate -- pause "sentence" --why "…"
npm run operate -- resume --why "…"
npm run operate -- notice "sentence" [--until 2026-12-01T18:00:00Z] --why "…"
npm run operate -- notice --end --why "…"
npm run operate -- hide-name 0x… --why "…"
npm run operate -- end-sessions 0x… --why "…"
npm run operate -- end-sessions --all --why "…"
npm run operate -- rules
npm run operate -- rules set tradePrices.oil=60 lockMs=5d [--from 2026-12-01T18:00:00Z] --why "…" [--yes]
npm run operate -- wallet 0x… [--json]
npm run operate -- log [--json]

Acts on the game in DATA_DIR, or in MONGODB_URI where that is set; --data DIRECTORY or --mongodb URI name another one.
The game may run meanwhile. Each act is recorded: --why is required, --by is you.`;

/** `notApplied`: recorded, but not known to be applied by all. `unknown`: recorded or not. */
const EXIT = { applied: 0, refused: 1, notApplied: 2, unknown: 3 } as const;

/** How long processes are waited for, and between two looks. */
const APPLY_MS = 3000;
const LOOK_MS = 100;

type Request = ReturnType<typeof parseRequest>;

function parseRequest() {
  return commandLine(USAGE, {
    allowPositionals: true,
    options: {
      why: { type: 'string' },
      by: { type: 'string' },
      until: { type: 'string' },
      from: { type: 'string' },
      yes: { type: 'boolean' },
      end: { type: 'boolean' },
      all: { type: 'boolean' },
      json: { type: 'boolean' },
      data: { type: 'string' },
      mongodb: { type: 'string' },
    },
  });
}

function placeIn({ data, mongodb }: Request['values']): Location {
  if (data !== undefined && mongodb !== undefined) throw new OperatorError(USAGE);
  if (data !== undefined) return inDirectory(data);
  return mongodb === undefined ? locationOf(configuredPlace()) : inMongo(mongodb);
}

const OF_PLACE = ['data', 'mongodb'];
const OF_ACT = [...OF_PLACE, 'why', 'by'];
/** What is set of the rules. */
const MOST_WORDS = 100;
/** How many words follow each command, and its options. */
const COMMANDS: Readonly<Record<string, { readonly words: number; readonly options: string[] }>> = {
  pause: { words: 1, options: OF_ACT },
  resume: { words: 0, options: OF_ACT },
  notice: { words: 1, options: [...OF_ACT, 'until', 'end'] },
  'hide-name': { words: 1, options: OF_ACT },
  'end-sessions': { words: 1, options: [...OF_ACT, 'all'] },
  rules: { words: MOST_WORDS, options: [...OF_ACT, 'from', 'yes'] },
  wallet: { words: 1, options: [...OF_PLACE, 'json'] },
  log: { words: 0, options: [...OF_PLACE, 'json'] },
};

/**
 * No option is ignored: an operator who pauses the game `--until` noon must not believe that it
 * resumes at noon.
 * @throws OperatorError
 */
function assertUsed({ positionals: [command = '', ...words], values }: Request): void {
  const used = COMMANDS[command];
  const isUsed = (option: string) => used?.options.includes(option);
  if (used && words.length <= used.words && Object.keys(values).every(isUsed)) return;
  throw new OperatorError(USAGE);
}

/** The act that the command line names. @throws OperatorError */
function actOf({ positionals: [kind, subject, ...words], values }: Request): unknown {
  switch (kind) {
    case 'rules':
      if (subject !== 'set') throw new OperatorError(USAGE);
      return { kind, set: figuresIn(words), from: momentOf('--from', values.from) };
    case 'pause':
      return { kind, text: subject ?? '' };
    case 'notice':
      if (!values.end)
        return { kind, text: subject ?? '', until: momentOf('--until', values.until) };
      if (subject !== undefined || values.until !== undefined) throw new OperatorError(USAGE);
      return { kind, text: null, until: null };
    case 'hide-name':
      return { kind, wallet: subject ?? '' };
    case 'end-sessions':
      // One wallet, or expressly all of them.
      if (Boolean(values.all) === (subject !== undefined)) throw new OperatorError(USAGE);
      return { kind, wallet: subject ?? null };
    default:
      return { kind };
  }
}

function momentOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const parsed = z.iso.datetime({ offset: true }).safeParse(text);
  if (!parsed.success) {
    throw new OperatorError(`${option} is a moment such as 2026-12-01T18:00:00Z.`);
  }
  const moment = Date.parse(parsed.data);
  if (moment > wallNow()) return moment;
  throw new OperatorError(`${option} is over: name a moment that is still to come.`);
}

/** The act as it is recorded. @throws OperatorError */
function entryOf(request: Request): ActEntry {
  const act = actOf(request);
  const { why, by = systemUser() } = request.values;
  if (why === undefined) throw new OperatorError('Say why: --why "…". It is recorded.');
  const parsed = actEntrySchema.safeParse({ at: wallNow(), by, why, act });
  if (parsed.success) return parsed.data;
  throw new OperatorError(parsed.error.issues.map(({ message }) => message).join('\n'));
}

/**
 * @throws OperatorError if the system has no name for this user, as in a container that runs under
 * a bare user id.
 */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new OperatorError('The system has no name for this user. Say who you are: --by "…".', {
      cause,
    });
  }
}

async function perform(place: Location, entry: ActEntry): Promise<number> {
  const acts = await place.acts();
  let failed: number = EXIT.refused;
  try {
    const at = await acts.time();
    const number = await acts.append(JSON.stringify({ ...entry, at }));
    failed = EXIT.notApplied;
    console.log(`Act ${number}: ${actWords(entry)}`);
    const paused = await pausesOrResumes(acts, number, entry);
    if (paused) console.log(paused);
    const appliers = await applied(acts, number);
    const { words, isDone } = appliedWords(appliers, number);
    console.log(words);
    if (entry.act.kind === 'rules' && isDone && appliers.applied.length > 0) {
      return await rulesChanged(acts, number, entry.act);
    }
    return isDone ? EXIT.applied : EXIT.notApplied;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    return error instanceof ActUnknown ? EXIT.unknown : failed;
  } finally {
    await acts.close();
  }
}

/** What a pause has done, for every process, even for one that doesn't answer. */
async function pausesOrResumes(
  acts: ActLog,
  number: number,
  { act }: ActEntry,
): Promise<string | null> {
  if (act.kind === 'resume') await acts.changeEra(pausedBy(number, null));
  if (act.kind !== 'pause') return null;
  const now = pauseIn(await acts.changeEra(pausedBy(number, act.text)));
  return now.paused === null
    ? `Act ${now.act} has resumed the game meanwhile.`
    : 'No process commits for a player any more.';
}

/** Whether the rules follow: one process changes them, once it has applied the act. */
async function rulesChanged(
  acts: ActLog,
  number: number,
  asked: Parameters<typeof isSetTo>[1],
): Promise<number> {
  const deadline = monotonicNow() + APPLY_MS;
  for (;;) {
    // Nothing is changed: the era as it is.
    const rules = rulesInEra(await acts.changeEra(() => null));
    if (rules && rules.act >= number) {
      console.log(
        rulesLines(rules)
          .filter((line) => !line.startsWith('  '))
          .join('\n'),
      );
      if (isSetTo(rules, asked)) return EXIT.applied;
      console.log(
        'Not so: another act came before this one, and it can’t follow that. Look again.',
      );
      return EXIT.notApplied;
    }
    if (monotonicNow() > deadline) break;
    await sleep(LOOK_MS);
  }
  console.log('The rules have not changed yet: look again with `npm run operate -- rules`.');
  return EXIT.notApplied;
}

const isBy = (number: number) => (applied: number) => applied >= number;

/** Waits until every process has applied the act. */
async function applied(acts: ActLog, number: number): Promise<Appliers> {
  const deadline = monotonicNow() + APPLY_MS;
  for (;;) {
    const appliers = await acts.appliers();
    const isDone = appliers.others === 0 && appliers.applied.every(isBy(number));
    if (isDone || monotonicNow() > deadline) return appliers;
    await sleep(LOOK_MS);
  }
}

function appliedWords({ applied: reported, others }: Appliers, number: number) {
  const all = reported.length + others;
  if (all === 0) return { words: 'No process runs: the next one applies it.', isDone: true };
  const done = reported.filter(isBy(number)).length;
  const processes = all === 1 ? 'process' : 'processes';
  const words = `Applied by ${done} of ${all} ${processes}.`;
  if (done === all) return { words, isDone: true };
  const why =
    'One that has not has just started, was killed a moment ago, or has lost the store: restart it if it stays like that.';
  return { words: `${words} ${why}`, isDone: false };
}

async function rulesOf(place: Location): Promise<RulesInEra> {
  return whileOpen(await place.wallets(), async (source) => {
    const [row] = await source.rows('era').range({ limit: 1, order: 'ascending' });
    const { value } = storedEra(row?.document ?? null);
    return rulesInEra(value) ?? { sets: [], announced: null, act: 0 };
  });
}

async function printLog(place: Location, isJson = false): Promise<void> {
  await whileOpen(await place.wallets(), async (source) => {
    const rows = (await actsIn(source.rows('act'), 0)).toReversed();
    if (isJson) {
      for (const { number, document } of rows) {
        console.log(JSON.stringify({ number, ...entryIn(document) }));
      }
    } else if (rows.length === 0) console.log(`No acts in ${source.name}.`);
    else console.log(actTable(rows).join('\n'));
  });
}

/** @throws OperatorError */
function walletOf(text = ''): Address {
  const parsed = addressSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new OperatorError(parsed.error.issues.map(({ message }) => message).join('\n'));
}

async function operate(): Promise<number> {
  const request = parseRequest();
  assertUsed(request);
  const [command, subject] = request.positionals;
  const place = placeIn(request.values);
  if (command === 'rules' && subject === undefined) {
    const rules = await rulesOf(place);
    console.log(rulesLines(rules).join('\n'));
    return EXIT.applied;
  }
  if (command !== 'log' && command !== 'wallet') {
    const entry = entryOf(request);
    if (entry.act.kind === 'rules') {
      console.log(changeLines(await rulesOf(place), entry.act.set, entry.act.from).join('\n'));
      if (!request.values.yes) {
        console.log('Nothing is recorded. Add --yes to do it.');
        return EXIT.refused;
      }
    }
    return perform(place, entry);
  }
  if (command === 'log') await printLog(place, request.values.json);
  else {
    const wallet = walletOf(subject);
    const text = await whileOpen(await place.wallets(), async (source) =>
      request.values.json
        ? walletJson(source, wallet)
        : (await walletLines(source, wallet)).join('\n'),
    );
    console.log(text);
  }
  return EXIT.applied;
}

runCommand(operate, EXIT);
