/**
 * Every page and the main loop in a real Firefox (Debian's `firefox-esr`), in the long tier: tests
 * that also run in Chromium. firefox-bidi.ts launches it.
 */
import { delimiter, join } from 'node:path';
import type { Project } from '@playwright/test';
import { isExecutable } from '../tools/test/is-executable.ts';

const TESTS =
  /every page hydrates|(every-screen|keyboard|newcomer|pages|president|trade|wallet)\.spec\.ts/;

/** Whether `firefox-esr` is on the PATH. */
export const hasFirefox = (env: NodeJS.ProcessEnv): boolean =>
  (env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, 'firefox-esr')));

/** None where there is no Firefox, which prepare.ts says. */
export function firefoxProjects(env: NodeJS.ProcessEnv): Project[] {
  if (!hasFirefox(env)) return [];
  return [
    {
      name: 'firefox',
      grep: TESTS,
      grepInvert: /@long/,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: join(import.meta.dirname, 'firefox-bidi.ts'),
          firefoxUserPrefs: {
            'ui.prefersReducedMotion': 1,
            // A mouse, fine and able to hover, which the machine may lack.
            'ui.primaryPointerCapabilities': 6,
            'ui.allPointerCapabilities': 6,
            // As on a phone, or a page is narrower than its window.
            'ui.useOverlayScrollbars': 1,
            'dom.events.testing.asyncClipboard': true,
          },
        },
      },
    },
  ];
}
