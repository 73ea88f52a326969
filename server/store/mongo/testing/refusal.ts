/** What a start on the wrong MongoDB says. */
import { expect } from 'vitest';
import { StoreNotOpened } from '../../store.ts';
import { openMongoStore } from '../mongo-store.ts';

/** The message of a start that is refused. */
export async function refusalOf(uri: string): Promise<string> {
  try {
    const store = await openMongoStore({ uri });
    await store.close();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreNotOpened);
    return String(error);
  }
  throw new Error('it was opened');
}
