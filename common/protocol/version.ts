/** Raised with every change to what travels: `schemas.test.ts` holds the schemas' hash beside it. */
export const PROTOCOL_VERSION = 2;
