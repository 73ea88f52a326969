/**
 * `npm run audit` ends with 0 if everything agrees, 1 if something differs, and 2 in any other way,
 * even if one of its modules can't be loaded.
 */
import { runCommand } from './lib/command.ts';

runCommand(
  async () => {
    const { runAudit } = await import('./audit-command.ts');
    return runAudit();
  },
  { refused: 2, unknown: 2 },
);
