/** The product's name: the one place it is written, wherever a text says `{product}`. */
export const PRODUCT_NAME = 'Denaria';
