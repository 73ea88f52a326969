/**
 * `npm run audit -- --wallet 0x…` or `-- --all`: recomputes stored values from stakes and events. It only
 * reads, and may run beside a running game. Names the concrete stores, as boot/start-server.ts does for a
 * server. Exits with 0 if everything agrees, 1 if something differs, 2 if the audit could not finish.
 */
import { parseArgs } from 'node:util';
import { addressSchema, type Address } from '../common/values/address.ts';
import { audit } from './audit/audit.ts';
import { summary, walletReport } from './audit/report.ts';
import { number } from './audit/words.ts';
import { ConfigError, placeOfGame } from './boot/config.ts';
import { monotonicNow } from './lib/machine.ts';
import type { WalletSource } from './store/archive.ts';
import { openEmbeddedWallets } from './store/embedded/embedded-archive.ts';
import { openMongoWallets } from './store/mongo/mongo-archive.ts';
import { StoreNotOpened } from './store/store.ts';

const USAGE = `npm run audit -- --wallet 0x… | --all

Recomputes a wallet's GDP, or everyone's and the closed weeks, from stakes and events, and compares it with
what is stored in DATA_DIR, or in MONGODB_URI where that is set. It only reads; the game may run meanwhile.`;

const EXIT = { agrees: 0, differs: 1, untold: 2 } as const;

/** Between two progress lines. */
const PROGRESS_MS = 5000;

/** A request that can't be audited: what is wrong, then what to do about it. */
class AuditRefused extends Error {
  override readonly name = 'AuditRefused';
}

/** The wallet to audit; null for all. @throws AuditRefused */
function asked(): Address | null {
  const { wallet, all } = options();
  if ((wallet === undefined) === !all) throw new AuditRefused(USAGE);
  if (wallet === undefined) return null;
  const parsed = addressSchema.safeParse(wallet);
  if (parsed.success) return parsed.data;
  throw new AuditRefused(parsed.error.issues.map(({ message }) => message).join(' '));
}

function options() {
  try {
    return parseArgs({
      options: { wallet: { type: 'string' }, all: { type: 'boolean', default: false } },
    }).values;
  } catch (cause) {
    throw new AuditRefused(USAGE, { cause });
  }
}

async function open(): Promise<WalletSource> {
  const { mongodbUri, dataDir } = placeOfGame();
  return mongodbUri ? openMongoWallets({ uri: mongodbUri }) : openEmbeddedWallets({ dataDir });
}

function progressLines(): (wallets: number) => void {
  let saidAt = monotonicNow();
  return (wallets) => {
    if (monotonicNow() - saidAt < PROGRESS_MS) return;
    saidAt = monotonicNow();
    console.error(`${number(wallets)} wallets`);
  };
}

async function main(): Promise<void> {
  const wallet = asked();
  const source = await open();
  try {
    const begun = monotonicNow();
    const found = await audit(source, wallet, progressLines());
    if (wallet && !found.last) {
      throw new AuditRefused(
        `${wallet} has not chosen a nation in ${source.name}: there is nothing to audit.`,
      );
    }
    const lines = wallet
      ? walletReport(wallet, found)
      : summary(source.name, found, monotonicNow() - begun);
    console.log(lines.join('\n'));
    process.exitCode = found.differences.count === 0 ? EXIT.agrees : EXIT.differs;
  } finally {
    await source.close();
  }
}

main().catch((error: unknown) => {
  const isExpected = [AuditRefused, ConfigError, StoreNotOpened].some((is) => error instanceof is);
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exitCode = EXIT.untold;
});
