/**
 * What a browser says that it is, in our own words: nothing of a User-Agent is stored or shown as
 * it was sent.
 */

type Names = readonly (readonly [pattern: RegExp, name: string])[];

/** The first that fits: most browsers also name those that they descend from. */
const BROWSERS: Names = [
  [/MetaMaskMobile/, 'MetaMask'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
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
  [/\bOpenHarmony\b/, 'OpenHarmony'],
  [/\bFreeBSD\b/, 'FreeBSD'],
  [/\bOpenBSD\b/, 'OpenBSD'],
  [/\bNetBSD\b/, 'NetBSD'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Longer than any browser's (RFC 9110, §10.1.5 sets no bound). */
const MOST_CHARACTERS = 500;

/**
 * Such as 'Firefox on Windows'; what of both is known, as of a web view on an iPhone, which names
 * no browser.
 */
export function deviceOf(userAgent = ''): string {
  const read = userAgent.slice(0, MOST_CHARACTERS);
  const named = (names: Names) => names.find(([pattern]) => pattern.test(read))?.[1];
  const known = [named(BROWSERS), named(SYSTEMS)].filter((name) => name !== undefined);
  return known.join(' on ') || 'Unknown device';
}
