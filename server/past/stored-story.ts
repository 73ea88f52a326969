/**
 * [SEA5] A week's story as rows of the record. They name commits by `upTo`, which a move keeps; so
 * each highlight is a row, at the moments after the week's beginning, where a row says that it is
 * there. None of them ever changes.
 */
import { z } from 'zod';
import { highlightSchema, type Highlight } from '../../common/protocol/seasons.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import type { Log } from '../observe/log.ts';
import { readAllPast, type PastRow, type PastSource } from '../store/kept/past.ts';
import { packPlaces, type ClosedWeek } from './closed-week.ts';
import { readableRow } from './record.ts';
import type { Story } from './week-story.ts';

/** Of a week with as many ranked players, whom each passed is not stored. */
const MOST_RANKED = 100_000;

const storyRowSchema = z.object({
  /** In how many rows is who passed how many: a power of two; null: it is not stored. */
  parts: z.int().positive().nullable(),
});
const highlightRowSchema = highlightSchema.omit({ rev: true });

export interface StoredStory extends z.output<typeof storyRowSchema> {
  readonly highlights: readonly Highlight[];
}

/** A story as it is stored, and as it is read. */
export async function storyRows(
  { week, players, upTo }: ClosedWeek,
  { highlights, passed }: Story,
): Promise<{ readonly rows: PastRow[]; readonly stored: StoredStory }> {
  const at = weekBegins(week);
  // As places are stored, with the number of those passed for the score.
  const packed =
    players < MOST_RANKED
      ? await packPlaces([...passed].map(([wallet, gdp]) => ({ wallet, gdp })))
      : null;
  const parts = packed?.length ?? null;
  const rows: PastRow[] = [
    { kind: 'season-story', at, upTo, document: JSON.stringify({ parts }) },
    ...highlights.map(({ upTo: commit, ...one }, i): PastRow => {
      const text = JSON.stringify(highlightRowSchema.encode(one));
      return { kind: 'season-story', at: at + i + 1, upTo: commit, document: text };
    }),
    ...(packed ?? []).map((bytes, part): PastRow => {
      const text = bytes.toString('base64');
      return { kind: 'season-passed', at: at + part, upTo: null, document: text };
    }),
  ];
  const read = highlights.map(({ upTo: { rev }, ...one }) => ({ ...one, rev }));
  return { rows, stored: { parts, highlights: read } };
}

/**
 * The stories of the weeks from a moment on; a row that can't be read is left out.
 * @throws StoreUnavailable
 */
export async function storiesFrom(
  { store, log }: { readonly store: PastSource; readonly log: Log },
  from: number,
): Promise<Map<number, StoredStory>> {
  const stories = new Map<number, { parts: number | null; highlights: Highlight[] }>();
  for (const row of await readAllPast(store, { kind: 'season-story', from })) {
    const { at, upTo, document } = row;
    const week = weekAt(at);
    await readableRow(log, row, () => {
      const value: unknown = JSON.parse(document);
      if (at === weekBegins(week)) {
        stories.set(week, { ...storyRowSchema.parse(value), highlights: [] });
      } else if (upTo) {
        const one = highlightRowSchema.parse(value);
        stories.get(week)?.highlights.push({ ...one, rev: upTo.rev });
      }
    });
  }
  return stories;
}
