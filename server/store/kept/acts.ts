/**
 * The acts of operators. Only `npm run operate` appends them, beside a running game (operating.ts);
 * every process reads them, none changes them.
 */
import { numberKey, pagesOf, type Rows } from '../rows.ts';

export interface ActRow {
  /** From 1, without gaps. */
  readonly number: number;
  readonly document: string;
}

/** Those after a number, in order. @throws StoreUnavailable */
export async function actsIn(rows: Pick<Rows, 'range'>, after: number): Promise<ActRow[]> {
  const acts: ActRow[] = [];
  for await (const page of pagesOf(rows, { after: numberKey(after) })) {
    acts.push(...page.map(({ key, document }) => ({ number: Number(key), document })));
  }
  return acts;
}
