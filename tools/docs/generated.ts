/**
 * The parts of the documents that are made from the code. In a document such a part stands between
 * `<!-- generated: name -->` and `<!-- end -->`; .env.example is made as a whole.
 * tools/checks/generated-docs.test.ts fails when one is stale.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../checks/files.ts';
import { envExample } from './environment.ts';
import { callerLimits } from './limits.ts';
import { builderCalls, calls, refusals, version } from './reference.ts';

const BLOCKS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/builders.md': { builderCalls },
  'docs/operating.md': { callerLimits },
  'docs/reference.md': { version, calls, refusals },
};
const BLOCK = /(<!-- generated: (\w+) -->)[\s\S]*?(<!-- end -->)/g;

interface Generated {
  readonly path: string;
  readonly text: string;
  readonly isCurrent: boolean;
}

export function generatedFiles(): Generated[] {
  const documents = Object.entries(BLOCKS).map(([path, blocks]) =>
    generated(path, (text) => withBlocks(text, blocks)),
  );
  return [...documents, generated('.env.example', envExample)];
}

function generated(path: string, make: (text: string) => string): Generated {
  const file = join(ROOT, path);
  const current = readFileSync(file, 'utf8');
  const text = make(current);
  return { path: file, text, isCurrent: text === current };
}

/** @throws Error if the document lacks a block. */
function withBlocks(text: string, blocks: Readonly<Record<string, () => string>>): string {
  const lost = new Set(Object.keys(blocks));
  const filled = text.replaceAll(BLOCK, (whole, from: string, name: string, to: string) => {
    const make = blocks[name];
    lost.delete(name);
    return make ? `${from}\n\n${make()}\n\n${to}` : whole;
  });
  if (lost.size > 0) throw new Error(`no <!-- generated: ${[...lost].join(', ')} -->`);
  return filled;
}
