/** `npm start [-- FOLDER]`: the server with the built pages, until a signal ends it. */
import { join } from 'node:path';
import { loadConfig } from './boot/config.ts';
import { giveUp, runUntilSignal } from './boot/run-until-signal.ts';
import { startServer } from './boot/start-server.ts';
import { builtPages } from './http/built-pages.ts';

/** The build puts the pages next to the server; the argument names another folder. */
const CLIENT_FOLDER = process.argv[2] ?? join(import.meta.dirname, '..', 'client');

runUntilSignal((onListening) =>
  startServer({
    config: loadConfig('production'),
    pages: () => builtPages(CLIENT_FOLDER),
    onListening,
  }),
).catch(giveUp);
