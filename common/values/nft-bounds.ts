/**
 * [NFT1] The range of what one copy of a national NFT can be worth. In its own file without a
 * schema because texts use it too.
 */
export const TERRITORY_KM2 = { min: 100, max: 600 } as const;
/** Hundredths: 10 means +0.10×. */
export const PRODUCTION_HUNDREDTHS = { min: 10, max: 60 } as const;
