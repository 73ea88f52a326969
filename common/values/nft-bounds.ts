/** [NFT1] What one copy of a national NFT can be worth. Texts tell it too, so it needs no schema. */
export const TERRITORY_KM2 = { min: 100, max: 600 } as const;
/** Hundredths: 10 stands for +0.10×. */
export const PRODUCTION_HUNDREDTHS = { min: 10, max: 60 } as const;
