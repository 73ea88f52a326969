/** The `.env` file. Each line is read by itself, so that a slip in one loses no other. */
import { parseEnv } from 'node:util';

const ASSIGNMENT = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;
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

/** Whether one letter was left out, added or changed, or two were swapped. */
function isSlip(typed: string, name: string): boolean {
  const shorter = Math.min(typed.length, name.length);
  let start = 0;
  while (start < shorter && typed[start] === name[start]) start += 1;
  let end = 0;
  while (end < shorter - start && typed.at(-1 - end) === name.at(-1 - end)) end += 1;
  const wrong = typed.slice(start, typed.length - end);
  const right = name.slice(start, name.length - end);
  return (
    Math.max(wrong.length, right.length) <= 1 ||
    (wrong.length === 2 && wrong === `${right[1]}${right[0]}`)
  );
}
