/** Which Nodes the project is for, read from where it says so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..', '..');

const manifestSchema = z.object({
  engines: z.object({ node: z.string().regex(/^>=\d+\.\d+$/) }),
});

/** The first release of the line that package.json's `engines` names, such as 20.19.0. */
export function oldestNode(): string {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const { engines } = manifestSchema.parse(JSON.parse(text));
  return `${engines.node.slice('>='.length)}.0`;
}

/** The major version that every stage of the image is built on, such as 26. */
export function imageNode(): string {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const majors = new Set([...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => major));
  const [major] = majors;
  if (!major || majors.size > 1) throw new Error('The stages of the Dockerfile name no one Node.');
  return major;
}
