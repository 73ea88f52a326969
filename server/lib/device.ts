/** What a browser says that it is, in words of our own: nothing of a User-Agent is kept or shown as it was sent. */

type Names = readonly (readonly [pattern: RegExp, name: string])[];

/** The first that fits: most browsers also name those that they descend from. */
const BROWSERS: Names = [
  [/MetaMaskMobile/, 'MetaMask'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Longer than any browser's (RFC 9110, §10.1.5 sets no bound). */
const MOST_CHARACTERS = 500;

/** Such as 'Firefox on Windows'. */
export function deviceOf(userAgent = ''): string {
  const read = userAgent.slice(0, MOST_CHARACTERS);
  const named = (names: Names) => names.find(([pattern]) => pattern.test(read))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : 'Unknown device';
}
