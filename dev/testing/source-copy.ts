/** A copy of what `npm run dev` runs, for tests that edit it: the checkout stays as it is. */
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCES = [
  'client',
  'client-kit',
  'common',
  'dev',
  'server',
  'tools/production/lighter.ts',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
];

export interface SourceCopy {
  /** The copy of `dev/main.ts`. */
  readonly main: string;
  readonly dataDir: string;
  /** Replaces a text in one of its files. @throws Error if the text is not there */
  edit(file: string, text: string, by: string): void;
  delete(): void;
}

export function copySources(): SourceCopy {
  const folder = mkdtempSync(join(tmpdir(), 'denaria-sources-'));
  for (const source of SOURCES) {
    cpSync(join(ROOT, source), join(folder, source), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    main: join(folder, 'dev', 'main.ts'),
    dataDir: join(folder, 'data'),
    edit(file, text, by) {
      const path = join(folder, file);
      const source = readFileSync(path, 'utf8');
      if (!source.includes(text)) throw new Error(`${file} has no ${text}`);
      // As many editors save: in a new file, which takes the old one's place.
      writeFileSync(`${path}.new`, source.replace(text, by));
      renameSync(`${path}.new`, path);
    },
    delete: () => rmSync(folder, { recursive: true, force: true }),
  };
}
