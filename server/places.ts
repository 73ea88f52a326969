/** Where the commands beside a game find it, and what those that copy a whole one print. */
import { audit } from './audit/audit.ts';
import { summary } from './audit/report.ts';
import { placeOfGame } from './boot/config.ts';
import { whileOpen } from './lib/command.ts';
import { monotonicNow } from './lib/machine.ts';
import { locationOf } from './store/locations.ts';
import { MoveRefused, type PartDigest, type Progress } from './store/pipe.ts';

/** What the commands say that have no option for it. */
export const FROM_VARIABLES = `DATA_DIR and MONGODB_URI are variables, as for the server: in the environment or in .env. No option names another place,
and with neither of them it is the directory data.`;

/** What was copied differs from its own stakes and events. */
export class CopyDiffers extends MoveRefused {}

/** For a copy whose game is known to differ from its own stakes and events. */
export const WITH_DIFFERENCES = 'with-differences';
export const MAY_DIFFER = { [WITH_DIFFERENCES]: { type: 'boolean', default: false } } as const;

/** Between two progress lines. */
const PROGRESS_MS = 2000;

/** The game that the environment names, as a server would find it. @throws ConfigError */
export function configuredPlace(): string {
  const { mongodbUri, dataDir } = placeOfGame();
  return mongodbUri ?? dataDir;
}

/**
 * Audits what was copied to a place, before it is finished, and prints what it finds.
 * @throws CopyDiffers unless it may.
 */
export async function auditCopy(place: string, mayDiffer: boolean): Promise<void> {
  const count = await whileOpen(await locationOf(place).unfinished(), async (source) => {
    const begun = monotonicNow();
    const found = await audit(source, null);
    console.log(summary(source.name, found, monotonicNow() - begun).join('\n'));
    return found.differences.count;
  });
  if (count === 0 || mayDiffer) return;
  throw new CopyDiffers(
    `Nothing was put in place. What was copied is what was stored, but that differs from its own stakes and events, as the lines above say: restore a backup from before that, or copy it as it is with --${WITH_DIFFERENCES}.`,
  );
}

export function progressLines(): Progress {
  let last = { at: monotonicNow(), step: '', part: '' };
  return (step, part, count) => {
    const now = monotonicNow();
    const isNew = step !== last.step || part !== last.part;
    if (!isNew && now - last.at < PROGRESS_MS) return;
    last = { at: now, step, part };
    console.log(`${step} ${part}: ${count.toLocaleString('en-US')}`);
  };
}

export function printDigest(digest: PartDigest): void {
  for (const [part, { count, sha256 }] of digest) {
    console.log(`  ${part.padEnd(14)} ${count.toLocaleString('en-US').padStart(12)}  ${sha256}`);
  }
}
