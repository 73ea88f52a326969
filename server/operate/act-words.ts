/** Acts as an operator reads them. */
import { instantText } from '../../common/values/instant.ts';
import { anyEntrySchema, type AnyEntry } from '../game/operation/acts.ts';
import type { ActRow } from '../store/kept/acts.ts';

/** What an act does, without its reason. */
export function actWords({ act }: AnyEntry): string {
  const { kind, until, from, set, ...rest } = act;
  const end = [
    ...(typeof until === 'number' ? [`until ${instantText(until)}`] : []),
    ...(typeof from === 'number' ? [`from ${instantText(from)}`] : []),
  ];
  const figures = Object.entries(Object(set)).map(([rule, figure]) => `${rule}=${String(figure)}`);
  // A notice that ends, sessions of all.
  const subjects =
    rest['text'] === null ? ['--end'] : rest['wallet'] === null ? ['--all'] : Object.values(rest);
  return [kind, ...subjects, ...figures, ...end].map(String).join(' ');
}

/** Null for a damaged act. */
export function entryOf(document: string): AnyEntry | null {
  try {
    return anyEntrySchema.parse(JSON.parse(document));
  } catch {
    return null;
  }
}

/** As a table, in this order. */
export function actTable(rows: readonly ActRow[]): string[] {
  const cells = rows.map(({ number, document }) => {
    const entry = entryOf(document);
    return entry
      ? [String(number), instantText(entry.at), entry.by, actWords(entry), entry.why]
      : [String(number), '', '', 'can’t be read', ''];
  });
  const all = [['Act', 'At', 'By', 'What', 'Why'], ...cells];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
