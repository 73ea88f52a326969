/**
 * `npm run audit -- --wallet 0x…` or `-- --all`: recomputes stored values from stakes and events.
 * `-- --from URL`: from outside, by what a game publishes. It only reads, and may run beside a
 * running game.
 */
import { addressSchema, type Address } from '../common/values/address.ts';
import { formatCount } from '../common/values/figures.ts';
import { audit } from './audit/audit.ts';
import { auditOrigin } from './audit/ledger/audit-origin.ts';
import { Difference } from './audit/ledger/difference.ts';
import { defaultFolder } from './audit/ledger/audit-folder.ts';
import { originReport } from './audit/ledger/origin-report.ts';
import { notesIn } from './audit/ledger/seen-checkpoints.ts';
import { summary, walletReport } from './audit/report.ts';
import { monotonicNow } from './lib/machine.ts';
import { commandLine, OperatorError, textOf, whileOpen } from './lib/command.ts';
import { configuredPlace, FROM_VARIABLES } from './places.ts';
import { locationOf } from './store/locations.ts';

const USAGE = `npm run audit -- --wallet 0x… | --all
npm run audit -- --from https://game.example [--rpc URL] [--seen FILE] [--keep FOLDER]

Recomputes a wallet's GDP, or everyone's and the closed weeks, from stakes and events, and compares it with
what is stored in DATA_DIR, or in MONGODB_URI where that is set. It only reads; the game may run meanwhile.
${FROM_VARIABLES}

With --from it needs nothing but the public address: it recomputes the game from its ledger and compares it with
what the address shows. --rpc: an endpoint of your own, to compare what is staked with the chain. --seen: signed
checkpoints that you or others kept. --keep: where downloaded leaves are kept; by default in your cache folder.`;

const EXIT = { agrees: 0, differs: 1, unknown: 2 } as const;

const NAME_SEEN = 'Name a file of signed checkpoints with --seen.';

/** Between two progress lines. */
const PROGRESS_MS = 5000;

type Options = ReturnType<typeof options>;

/** The wallet to audit; null for all. @throws OperatorError */
function walletIn({ wallet, all, rpc, seen, keep }: Options): Address | null {
  if ((wallet === undefined) === !all || (rpc ?? seen ?? keep)) throw new OperatorError(USAGE);
  if (wallet === undefined) return null;
  const parsed = addressSchema.safeParse(wallet);
  if (parsed.success) return parsed.data;
  throw new OperatorError(parsed.error.issues.map(({ message }) => message).join(' '));
}

function options() {
  return commandLine(USAGE, {
    options: {
      wallet: { type: 'string' },
      all: { type: 'boolean', default: false },
      from: { type: 'string' },
      rpc: { type: 'string' },
      seen: { type: 'string' },
      keep: { type: 'string' },
    },
  }).values;
}

function progressLines(): (what: string) => void {
  let saidAt = monotonicNow();
  return (what) => {
    if (monotonicNow() - saidAt < PROGRESS_MS) return;
    saidAt = monotonicNow();
    console.error(what);
  };
}

/** @throws OperatorError */
export async function runAudit(): Promise<number> {
  const parsed = options();
  return parsed.from === undefined
    ? auditStored(walletIn(parsed))
    : auditPublic(parsed.from, parsed);
}

async function auditStored(wallet: Address | null): Promise<number> {
  return whileOpen(await locationOf(configuredPlace()).wallets(), async (source) => {
    const begun = monotonicNow();
    const progress = progressLines();
    const found = await audit(source, wallet, (wallets) =>
      progress(`${formatCount(wallets)} wallets`),
    );
    if (wallet && !found.last) {
      throw new OperatorError(
        `${wallet} has not chosen a nation in ${source.name}: there is nothing to audit.`,
      );
    }
    const lines = wallet
      ? walletReport(wallet, found)
      : summary(source.name, found, monotonicNow() - begun);
    console.log(lines.join('\n'));
    return found.differences.count === 0 ? EXIT.agrees : EXIT.differs;
  });
}

async function auditPublic(
  from: string,
  { wallet, all, rpc, seen, keep = defaultFolder() }: Options,
): Promise<number> {
  if (wallet !== undefined || all) throw new OperatorError(USAGE);
  const begun = monotonicNow();
  const notes = seen === undefined ? [] : notesIn(textOf(seen, NAME_SEEN), seen);
  try {
    const request = { from, rpc: rpc ?? null, seen: notes, keep };
    const found = await auditOrigin(request, progressLines());
    console.log(originReport(from, found, monotonicNow() - begun).join('\n'));
    return found.notCompared.length > 0 ? EXIT.unknown : EXIT.agrees;
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    console.log(
      `${from} differs from its ledger, or its ledger from the rules:\n  ${error.message}`,
    );
    return EXIT.differs;
  }
}
