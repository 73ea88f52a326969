import { describe, expect, it } from 'vitest';
import { isHandheld, metaMaskLink } from './handheld.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0';
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.1 Safari/605.1.15`;
const ANDROID_TABLET = `Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM} Safari/537.36`;

describe('[SCR69] a phone or tablet', () => {
  it.each([
    ['Chrome, which says so', { userAgent: 'Mozilla/5.0', userAgentData: { mobile: true } }],
    [
      'Chrome on an Android tablet',
      { userAgent: ANDROID_TABLET, userAgentData: { mobile: false } },
    ],
    [
      'Firefox',
      { userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0' },
    ],
    [
      'an iPhone',
      { userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${WEBKIT}` },
    ],
    ['an iPad, which calls itself a Macintosh', { userAgent: MAC, maxTouchPoints: 5 }],
    [
      'an iPad that asks for mobile pages',
      { userAgent: `Mozilla/5.0 (iPad; CPU OS 18_1) ${WEBKIT}` },
    ],
    [
      'HarmonyOS',
      { userAgent: `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${CHROMIUM} ArkWeb/4.1 Mobile` },
    ],
  ])('is %s', (_, device) => expect(isHandheld({ maxTouchPoints: 5, ...device })).toBe(true));

  it.each([
    ['a Macintosh', { userAgent: MAC, maxTouchPoints: 0 }],
    [
      'Windows with a touch screen',
      { userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64) ${CHROMIUM}` },
    ],
    [
      'Linux',
      {
        userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM}`,
        userAgentData: { mobile: false },
      },
    ],
    ['Chrome OS', { userAgent: `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROMIUM}` }],
    ['nothing that it says', { userAgent: '' }],
  ])('is not %s', (_, device) => expect(isHandheld({ maxTouchPoints: 10, ...device })).toBe(false));
});

describe('[SCR69] the link into MetaMask', () => {
  it.each([
    ['https://play.example/', 'play.example/'],
    ['https://play.example:8443/dashboard/', 'play.example:8443/dashboard/'],
    [
      'https://play.example/ranking?q=a%26b%23c&around=me',
      'play.example/ranking?q=a%26b%23c&around=me',
    ],
    ['https://play.example/ranking?q=böhm bawerk#top', 'play.example/ranking?q=b%C3%B6hm%20bawerk'],
    // The page's own host stays the host.
    ['https://play.example//evil.example/x', 'play.example//evil.example/x'],
    ['https://play.example/\\evil.example', 'play.example//evil.example'],
    [
      'https://me:secret@play.example/?next=https://evil.example',
      'play.example/?next=https://evil.example',
    ],
    ['https://play.example/../../learn', 'play.example/learn'],
  ])('of %s', (address, rest) =>
    expect(metaMaskLink(address)).toBe(`https://metamask.app.link/dapp/${rest}`),
  );
});
