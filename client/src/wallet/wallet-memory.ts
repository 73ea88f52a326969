/**
 * What the browser remembers about the wallet between visits: which one was used, and whether the
 * player disconnected it.
 */
import { z } from 'zod';

const memorySchema = z.object({
  /** The EIP-6963 rdns of the wallet that was connected last. */
  rdns: z.string().max(256),
  /** The player disconnected by hand: only connecting by hand undoes it. */
  left: z.boolean(),
});
type WalletMemory = z.infer<typeof memorySchema>;

const STORAGE_KEY = 'wallet';

/** Null if nothing is stored or the browser gives no storage. */
export function readWalletMemory(storage: Storage | null): WalletMemory | null {
  try {
    const text = storage?.getItem(STORAGE_KEY);
    return text ? (memorySchema.safeParse(JSON.parse(text)).data ?? null) : null;
  } catch (error) {
    console.warn('The wallet used last could not be read:', error);
    return null;
  }
}

export function writeWalletMemory(storage: Storage | null, memory: WalletMemory): void {
  try {
    storage?.setItem(STORAGE_KEY, JSON.stringify(memory));
  } catch (error) {
    // Private windows refuse storage: the player then chooses the wallet again at each visit.
    console.warn('The wallet used last could not be saved:', error);
  }
}
