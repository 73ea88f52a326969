/** The media query of a phone: where the bottom bar stands, dialogs are sheets and cards fold. */
export const PHONE = '(max-width: 39.99rem)';
