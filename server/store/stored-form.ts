/**
 * The stored form: the version of what the two stores keep, one number for both. Form 8 is the only
 * one that is read; CONTRIBUTING.md says when a stored field needs another one.
 */
export const STORED_FORM = 8;

/**
 * The embedded store's, here for those who only look at the file: a server on MongoDB loads no
 * SQLite.
 */
export const DATABASE_FILE = 'denaria.db';

/**
 * Why data can't be read, and what to do about it; null if it is of the form that is read.
 * @param found `elsewhere`: how to name another place for a game, as a command.
 */
export function objectionToForm(found: {
  /** What holds the data, as a sentence's subject. */
  readonly place: string;
  readonly form: number;
  readonly elsewhere: string;
}): string | null {
  const { place, form, elsewhere } = found;
  if (form === STORED_FORM) return null;
  if (form > STORED_FORM) {
    return `${place} was written by a newer Denaria (version ${form} of the stored form; this one knows ${STORED_FORM}). Start that one, or restore a backup.`;
  }
  return `${place} was written by an older Denaria, in a form that is no longer read (version ${form}; the first that is read is ${STORED_FORM}). ${elsewhere} to begin a new game, or go on with that Denaria.`;
}
