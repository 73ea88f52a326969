/** SPEC.md §9: 0.1 GDP per DENA, written so that it is whole. Texts tell it too, so it needs no schema. */
export const DENA_PER_GDP = 10;
