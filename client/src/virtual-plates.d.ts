/** Created by client/plates-plugin.ts. */
declare module 'virtual:plates' {
  import type { NationId } from '../../common/values/nations.ts';

  /** The address of each plate of the atlas. */
  export const PLATES: Readonly<
    Record<'national' | 'cultural', Readonly<Record<NationId, string>>>
  >;
}
