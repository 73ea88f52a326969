/** The supported Node versions, read from the files that define them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..', '..');

const manifestSchema = z.object({
  engines: z.object({ node: z.string().regex(/^>=\d+\.\d+$/) }),
});

/** The oldest release that package.json's `engines` allows, such as 20.19.0. */
export function oldestNode(): string {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const { engines } = manifestSchema.parse(JSON.parse(text));
  return `${engines.node.slice('>='.length)}.0`;
}

/** The major version that every stage of the image uses, such as 26. */
export function imageNode(): string {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const majors = new Set([...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => major));
  const [major] = majors;
  if (!major || majors.size > 1)
    throw new Error('The stages of the Dockerfile do not name a single Node version.');
  return major;
}
