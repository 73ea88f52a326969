/** Made by client/plates-plugin.ts. */
declare module 'virtual:plates' {
  /** The address of each plate of the atlas. */
  export const PLATES: Readonly<
    Record<
      'national' | 'cultural',
      Readonly<Record<'usa' | 'italy' | 'argentina' | 'china', string>>
    >
  >;
}
