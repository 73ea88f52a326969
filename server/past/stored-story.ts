/** [SEA5] A week's story as rows of the record, which never change. */
import { z } from 'zod';
import { highlightSchema } from '../../common/protocol/seasons.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import type { Log } from '../observe/log.ts';
import { readAllPast, type PastRow, type PastSource } from '../store/kept/past.ts';
import { packPlaces } from './closed-week.ts';
import { readableRow } from './record.ts';
import type { Story } from './week-story.ts';

const storedStorySchema = z.object({
  highlights: z.array(highlightSchema).readonly(),
  /** In how many rows is who passed how many: a power of two. */
  parts: z.int().positive(),
});
export type StoredStory = Readonly<z.output<typeof storedStorySchema>>;

/** A story as it is stored, and as it is read. */
export async function storyRows(week: number, { highlights, passed }: Story) {
  const at = weekBegins(week);
  // As places are stored, with the number of those passed for the score.
  const packed = await packPlaces([...passed].map(([wallet, gdp]) => ({ wallet, gdp })));
  const stored: StoredStory = { highlights, parts: packed.length };
  const document = JSON.stringify(storedStorySchema.encode(stored));
  const rows: PastRow[] = [
    { kind: 'season-story', at, upTo: null, document },
    ...packed.map((bytes, part): PastRow => {
      const text = bytes.toString('base64');
      return { kind: 'season-passed', at: at + part, upTo: null, document: text };
    }),
  ];
  return { rows, stored };
}

/** The stories of the weeks from one on, but those that can’t be read. @throws StoreUnavailable */
export async function storiesFrom(
  { store, log }: { readonly store: PastSource; readonly log: Log },
  from: number,
): Promise<Map<number, StoredStory>> {
  const stories = new Map<number, StoredStory>();
  for (const row of await readAllPast(store, { kind: 'season-story', from: weekBegins(from) })) {
    const story = await readableRow(log, row, () =>
      storedStorySchema.parse(JSON.parse(row.document)),
    );
    if (story) stories.set(weekAt(row.at), story);
  }
  return stories;
}
