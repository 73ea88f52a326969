/**
 * [CON2]: 0.1 GDP per DENA, inverted to stay an integer. In its own file without a schema because
 * texts use it too.
 */
export const DENA_PER_GDP = 10;
