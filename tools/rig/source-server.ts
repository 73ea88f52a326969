/**
 * The server from its sources, in the mode of tests, with one page for all: what needs no build and
 * no wallet's proof.
 */
import { loadConfig } from '../../server/boot/config.ts';
import { giveUp, runUntilSignal } from '../../server/boot/run-until-signal.ts';
import { startServer } from '../../server/boot/start-server.ts';
import { TEST_PAGES } from '../../server/test/support/harness.ts';

runUntilSignal((onListening) => {
  const mode = process.env['NODE_ENV'] === 'production' ? 'production' : 'test';
  const { ethRpcUrls, contracts, ...config } = loadConfig(mode);
  if (!ethRpcUrls || !contracts) throw new Error('a game is on a chain');
  return startServer({
    config: { ...config, ethRpcUrls, contracts },
    pages: () => Promise.resolve(TEST_PAGES),
    onListening,
  });
}).catch(giveUp);
