/** What the Demo Wallet remembers in this browser: the shared account, and the chain it claims to be on. */
import { z } from 'zod';
import { addressSchema } from '../../common/values/address.ts';

const rememberedSchema = z.object({
  /** The account shared with the page; null if there is none. */
  connected: addressSchema.nullable().catch(null),
  /** The account chosen last, offered first. */
  chosen: addressSchema.nullable().catch(null),
  /** A chain that the wallet falsely claims to be on; null: it reports the real one. */
  pretendedChainId: z
    .string()
    .regex(/^0x[0-9a-f]+$/)
    .nullable()
    .catch(null),
});
export type Remembered = Readonly<z.infer<typeof rememberedSchema>>;

export interface WalletMemory {
  read(): Remembered;
  write(remembered: Remembered): void;
  /** Calls the listener when another tab of this browser wrote something. */
  onForeignChange(listener: () => void): void;
}

const NOTHING: Remembered = { connected: null, chosen: null, pretendedChainId: null };

const KEY = 'denaria.demo-wallet';

/** Keeps it in the browser's storage, or only in memory if the browser refuses. */
export function storedMemory(
  page: EventTarget,
  storage: Pick<Storage, 'getItem' | 'setItem'> | null,
): WalletMemory {
  let latest = NOTHING;
  const load = (): Remembered => {
    try {
      const text = storage?.getItem(KEY);
      return text ? rememberedSchema.parse(JSON.parse(text)) : latest;
    } catch {
      // Unreadable, or written by something else: start from scratch.
      return NOTHING;
    }
  };
  return {
    read: load,
    write(remembered) {
      latest = remembered;
      try {
        storage?.setItem(KEY, JSON.stringify(remembered));
      } catch (error) {
        console.warn('The Demo Wallet cannot remember its account in this browser:', error);
      }
    },
    onForeignChange(listener) {
      page.addEventListener('storage', (event) => {
        if ('key' in event && event.key === KEY) listener();
      });
    },
  };
}
