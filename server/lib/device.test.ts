import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.for([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Firefox on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/149.0.0.0 Safari/537.36 Edg/149.0.0.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/149.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    'Opera on macOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S931B) ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) ${WEBKIT} Version/4.0 Chrome/149.0.0.0 Mobile Safari/537.36 WebView MetaMaskMobile`,
    'MetaMask on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
  ['Firefox/150.0', 'Firefox'],
  ['<script>alert(1)</script> on Windows NT', 'Windows'],
] as const)('%s is %s', ([userAgent, device]) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test.for([
  undefined,
  '',
  'node',
  'curl/8.5.0',
  `${'x'.repeat(16_000)} Windows NT Firefox/150.0`,
  'Version/'.repeat(60),
])('%s is no device that is known', (userAgent) => {
  expect(deviceOf(userAgent)).toBe('Unknown device');
});
