/** [CHN1] Wallets with an unverified transfer, as the store keeps them. */
import { z } from 'zod';
import { writtenAddressSchema } from '../../../common/values/address.ts';
import type { Store } from '../../store/store.ts';
import type { Unverified } from './dealt-with.ts';

const SETTING = 'chain.unverified';
const schema = z.array(z.tuple([writtenAddressSchema, z.int().nonnegative()]));

export async function readUnverified(store: Pick<Store, 'setting'>): Promise<Unverified> {
  const text = await store.setting(SETTING);
  return new Map(text === null ? [] : schema.parse(JSON.parse(text)));
}

/** Resolves once it is durable. */
export async function writeUnverified(
  store: Pick<Store, 'putSetting'>,
  unverified: Unverified,
): Promise<void> {
  await store.putSetting(SETTING, JSON.stringify([...unverified]));
}
