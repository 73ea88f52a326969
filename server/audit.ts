/**
 * `npm run audit` ends with 0 if everything agrees, 1 if something differs, 2 in any other way: also
 * where a module of it can't be loaded.
 */
import { runCommand } from './lib/command.ts';

runCommand(
  async () => {
    const { runAudit } = await import('./audit-command.ts');
    return runAudit();
  },
  { refused: 2, unknown: 2 },
);
