/**
 * Loads the built client/src/prerender.tsx, which the build and the server's rendering thread both
 * run, and puts what it made of a page into its frame, so that nothing in it can break out.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { PageFacts } from '../../../common/protocol/page-facts.ts';
import { PAGE_FACTS_ID, PAGE_RULES_ID } from '../../../common/protocol/page-facts-place.ts';
import type { Rules } from '../../../common/values/rules.ts';
import { NONCE_PLACEHOLDER } from '../page-template.ts';

/** The build leaves these two in a frame, each once (tools/production/prerender.ts). */
export const STYLES_PLACE = '<!--page-styles-->';
export const ROOT_PLACE = '<!--page-root-->';

/** As `prerenderPage` of client/src/prerender.tsx returns it. */
interface Rendered {
  readonly html: string;
  readonly styles: string;
}

const NONCED_STYLE = `<style nonce="${NONCE_PLACEHOLDER}"`;

/**
 * The whole page, except for what each answer fills in.
 * @param facts for the page's scripts; null: the page shows no game.
 * @param rules for them, too; null: the specification's.
 */
export function fillFrame(
  frame: string,
  { html, styles }: Rendered,
  facts: PageFacts | null,
  rules: Rules | null = null,
): string {
  const root = `<div id="root">${withoutSlots(html)}</div>`;
  return frame
    .replace(STYLES_PLACE, () => styles.replaceAll('<style ', `${NONCED_STYLE} `))
    .replace(
      ROOT_PLACE,
      () => root + jsonElement(PAGE_FACTS_ID, facts) + jsonElement(PAGE_RULES_ID, rules),
    );
}

/**
 * A name from a chain may spell one of the placeholders that each answer fills in. Written as an
 * entity the first underscore reads the same and matches none.
 */
function withoutSlots(html: string): string {
  return html.replaceAll('__', '&#95;_');
}

/**
 * JSON in a script element: no text in it may end the element or begin a comment (HTML,
 * "Restrictions for contents of script elements"), nor spell a placeholder.
 */
function jsonElement(id: string, value: object | null): string {
  if (value === null) return '';
  const json = JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('__', '\\u005f_');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

const prerendererSchema = z.object({
  /** Without facts, a page in the state where nothing is known. */
  prerenderPage: z.custom<
    (
      path: string,
      facts?: PageFacts | null,
      rules?: Rules | null,
    ) => Promise<Rendered & { readonly title: string }>
  >((found) => typeof found === 'function'),
});
export type Prerenderer = z.infer<typeof prerendererSchema>;

/** @throws Error if the folder contains none. */
export async function loadPrerenderer(folder: string): Promise<Prerenderer> {
  return prerendererSchema.parse(await import(pathToFileURL(join(folder, 'prerender.js')).href));
}
