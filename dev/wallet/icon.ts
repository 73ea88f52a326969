/** The Demo Wallet's mark: a brass coin with the compass of the atlas, on ink. */

const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="20" fill="#101d30"/><circle cx="48" cy="48" r="32" fill="none" stroke="#e0b45c" stroke-width="4"/><circle cx="48" cy="48" r="25" fill="none" stroke="#e0b45c" stroke-width="1.5" stroke-dasharray="1.5 3.4"/><path d="M48 18l7 23 23 7-23 7-7 23-7-23-23-7 23-7z" fill="#f3ebda"/><path d="M48 18l7 23-7 7zM78 48l-23 7-7-7zM48 78l-7-23 7-7zM18 48l23-7 7 7z" fill="#e0b45c"/></svg>`;

export const DEMO_WALLET_ICON = `data:image/svg+xml,${encodeURIComponent(MARK)}`;
