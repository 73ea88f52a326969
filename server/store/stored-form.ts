/**
 * The stored form: the version of what the two stores keep, one number for both. Form 8 is the first that is
 * read. For the next form
 *
 * 1. append a step to `STEPS` in `embedded/migrations.ts` and in `mongo/migrations.ts`: it brings data of the
 *    form before to the new one, documents included, and is never changed once it was released;
 * 2. change the schemas in `common/values`, without defaults: after the step no document lacks a field. (In a
 *    rolling upgrade on MongoDB, processes of the form before go on writing documents of their form. If those
 *    could not be read any more, the release notes say that all processes stop first.)
 * 3. test both steps on data of the form before (`migrations.integration.test.ts` beside each).
 *
 * New data is created in form 8 and goes through every step.
 */
export const FIRST_FORM = 8;

/** The embedded store's, here for those who only look at the file: a server on MongoDB loads no SQLite. */
export const DATABASE_FILE = 'denaria.db';

/** The form that these steps lead to. */
export function formAfter(steps: readonly unknown[]): number {
  return FIRST_FORM + steps.length;
}

/**
 * Why data can't be read, and what to do about it; null if it is of a form that is read or brought up to date.
 * @param found `elsewhere`: how to name another place for a game, as a command.
 */
export function objectionToForm(found: {
  /** What holds the data, as a sentence's subject. */
  readonly place: string;
  readonly form: number;
  readonly newest: number;
  readonly elsewhere: string;
}): string | null {
  const { place, form, newest, elsewhere } = found;
  if (form > newest) {
    return `${place} was written by a newer Denaria (version ${form} of the stored form; this one knows ${newest}). Start that one, or restore a backup.`;
  }
  if (form >= FIRST_FORM) return null;
  return `${place} was written by an older Denaria, in a form that is no longer read (version ${form}; the first that is read is ${FIRST_FORM}). ${elsewhere} to begin a new game, or go on with that Denaria.`;
}
