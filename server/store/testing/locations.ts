/** What the programs beside a server do with the places of games, and their stores. */
import { whileOpen } from '../../lib/command.ts';
import { openBackup, writeBackup } from '../backup-file.ts';
import type { Location } from '../locations.ts';
import { pipe, type PartDigest, type Piped } from '../pipe.ts';
import type { Store } from '../store.ts';
import type { Batch, Source, Target } from '../stream.ts';

const quietly = { progress: () => undefined };

/** Moves a game as `npm run migrate` does, unaudited. @throws MoveRefused, StoreNotOpened */
export async function moved(from: Location, to: Pick<Location, 'target'>): Promise<Piped> {
  return whileOpen(await from.source(), async (source) =>
    whileOpen(await to.target(), (target) => pipe(source, target, quietly)),
  );
}

/** Writes a backup as `npm run backup` does. @throws MoveRefused, StoreNotOpened */
export async function backedUp(place: Location, path: string): Promise<PartDigest> {
  const write = (source: Source) => writeBackup(source, path, quietly.progress);
  return whileOpen(await place.snapshot(), write);
}

/** Restores a backup as `npm run restore` does. @throws MoveRefused, StoreNotOpened */
export async function restored(path: string, place: Location): Promise<PartDigest> {
  const backup = await openBackup(path);
  const restore = (target: Target) => pipe(backup, target, quietly);
  return (await whileOpen(await place.target(), restore)).digest;
}

/** A source that is streamed in another way. */
export function streamedAs<Place extends Source>(
  source: Place,
  stream: (batches: AsyncIterable<Batch>, aliveAt: number) => AsyncIterable<Batch>,
): Place {
  return { ...source, stream: (aliveAt) => stream(source.stream(aliveAt), aliveAt) };
}

/** Appends an act as `npm run operate` does. */
export async function actIn(place: Location, document: string): Promise<number> {
  return whileOpen(await place.acts(), (acts) => acts.append(document));
}

/** Opens the place's store for some work, and closes it. */
export async function using<Answer>(
  place: Pick<Location, 'open'>,
  work: (store: Store) => Promise<Answer>,
): Promise<Answer> {
  return whileOpen(await place.open(), work);
}
