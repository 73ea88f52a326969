/** The product's name. It is defined only here; texts use it as `{product}`. */
export const PRODUCT_NAME = 'Denaria';
