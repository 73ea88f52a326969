/** The `.env` file. Each line is read by itself, so that a slip in one loses no other. */
import { parseEnv } from 'node:util';

const ASSIGNMENT = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;
/**
 * How many letters may be wrong in a name that is taken for this one: PATH is not meant for PORT.
 */
const slipsIn = (name: string): number => (name.length < 6 ? 1 : 2);

/**
 * @param names the variables that there are.
 * @param secrets those whose values may contain a #.
 */
export function readEnvFile(
  text: string,
  { names, secrets }: { readonly names: readonly string[]; readonly secrets: readonly string[] },
) {
  const values: Record<string, string> = {};
  /** A sentence for each line that can't be meant as it stands. */
  const problems: string[] = [];
  // Editors on Windows begin a file with a byte order mark.
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [n, line] of lines.entries()) {
    const meant = line.trim();
    if (meant === '' || meant.startsWith('#')) continue;
    const [, name, value = ''] = ASSIGNMENT.exec(meant) ?? [];
    if (name === undefined) {
      problems.push(`.env: line ${n + 1} is neither NAME=value nor a comment.`);
      continue;
    }
    const meantName = names.includes(name) ? name : names.find((one) => isSlip(name, one));
    if (meantName !== undefined && meantName !== name) {
      problems.push(`${name}: is no variable. Is ${meantName} meant, on line ${n + 1} of .env?`);
    }
    // Node ends a value without quotes at any #.
    const [, before = null] = /^[^"'`#]([^"'`]*?)#/.exec(value) ?? [];
    if (before !== null && (secrets.includes(name) || !/\s$/.test(before))) {
      problems.push(
        `${name}: would end at the # on line ${n + 1} of .env. Put the value in quotes, and a comment on a line of its own.`,
      );
    }
    Object.assign(values, parseEnv(meant));
  }
  return { values, problems };
}

/** Whether so few letters were left out, added, changed or swapped (optimal string alignment). */
function isSlip(typed: string, name: string): boolean {
  if (Math.abs(typed.length - name.length) > slipsIn(name)) return false;
  let before: number[] = [];
  let last = Array.from({ length: name.length + 1 }, (_, j) => j);
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= name.length; j += 1) {
      const change = Number(typed[i - 1] !== name[j - 1]);
      const isSwap = typed[i - 1] === name[j - 2] && typed[i - 2] === name[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + change,
        isSwap ? (before[j - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    [before, last] = [last, row];
  }
  return (last[name.length] ?? Infinity) <= slipsIn(name);
}
