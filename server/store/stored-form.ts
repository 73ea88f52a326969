/**
 * The stored form: the version of what the two stores keep and a backup holds, one number for all.
 * A server opens the newest form only; the pipe reads every one since 8 (forms.ts). CONTRIBUTING.md
 * says when a stored field needs another one.
 */
export const STORED_FORM = 9;

/** The first that is read: release 1.0.0's. */
export const FIRST_FORM = 8;

/**
 * The embedded store's, here for those who only look at the file: a server on MongoDB loads no
 * SQLite.
 */
export const DATABASE_FILE = 'denaria.db';

/**
 * Why data can't be opened, and what to do about it; null if it is of the newest form.
 * @param found `otherPlace`: how to name another place for a game, as a command.
 */
export function objectionToForm(found: {
  /** What holds the data, as a sentence's subject. */
  readonly place: string;
  readonly form: number;
  readonly otherPlace: string;
}): string | null {
  const { place, form, otherPlace } = found;
  if (form === STORED_FORM) return null;
  if (form > STORED_FORM) {
    return `${place} was written by a newer Denaria (version ${form} of the stored form; this one knows ${STORED_FORM}). Start that one, or restore a backup.`;
  }
  if (form >= FIRST_FORM) {
    return `${place} was written by an older Denaria (version ${form} of the stored form; this one is ${STORED_FORM}). Stop its servers, then run \`npm run upgrade\` (in the image or a release \`node dist/server/upgrade.js\`): it keeps what is there, and docs/operating.md has the steps.`;
  }
  return `${place} was written by an older Denaria, in a form that is no longer read (version ${form}; the first that is read is ${FIRST_FORM}). ${otherPlace} to begin a new game, or go on with that Denaria.`;
}

/** The same for what only reads: every form that the pipe can make the newest of. */
export function objectionToReading(found: Parameters<typeof objectionToForm>[0]): string | null {
  const isRead = found.form >= FIRST_FORM && found.form <= STORED_FORM;
  return isRead ? null : objectionToForm(found);
}
