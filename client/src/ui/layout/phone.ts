/** The media query of a phone: the bottom bar is shown, dialogs are sheets and cards fold. */
export const PHONE = '(max-width: 39.99rem)';
