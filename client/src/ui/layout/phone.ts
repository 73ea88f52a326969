/** The media query of a phone: the bottom bar is shown, dialogs are sheets and cards fold. */
export const PHONE = '(max-width: 39.99rem)';
/** A window too low for a dialog's heading, content and footer one above the other: 800 px at 200 % zoom. */
export const LOW = '(max-height: 34rem)';
