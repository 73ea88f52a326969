/** The product's name. It is defined only here; texts use it as `{product}`. */
export const PRODUCT_NAME = 'Denaria';

/** What a game says that is played for trial [SCR68]. */
export const REHEARSAL_WORDS = 'Rehearsal: nothing here is on Mainnet.';
