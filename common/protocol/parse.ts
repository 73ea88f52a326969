/**
 * Turns invalid input into one sentence: what is wrong, in the words of the schema that refused it.
 */
import type { z } from 'zod';

type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly sentence: string };

/** Parses external input; a refusal is one sentence fit for a player or another client's log. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): Parsed<z.output<S>> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return { ok: true, value: result.data };
  const [issue] = result.error.issues;
  return { ok: false, sentence: issue ? sentenceOf(issue) : 'That input is not understood.' };
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  const where = issue.path.length > 0 ? issue.path.map(String).join('.') : null;
  if (where && 'input' in issue && issue.input === undefined) return `${where} is missing.`;
  switch (issue.code) {
    case 'unrecognized_keys':
      return `Unknown field ${someOf(issue.keys)}: leave it out.`;
    case 'invalid_type':
      // A schema's own message says more than zod's generic one.
      if (!issue.message.startsWith('Invalid input')) return issue.message;
      return where
        ? `${where} must be of type ${issue.expected}.`
        : `Send a JSON ${issue.expected}.`;
    default:
      if (!issue.message.startsWith('Invalid')) return issue.message;
      return where ? `${where}: ${issue.message}.` : `${issue.message}.`;
  }
}

/** The first few names of a list that may be as long as a request body: enough to locate them. */
function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => JSON.stringify(name.slice(0, 40)));
  const hidden = names.length - shown.length;
  return `${shown.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}
