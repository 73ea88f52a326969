/**
 * Runs before `npm run build` and `npm run dev`, without tsx: its loader takes `?` in a path for
 * the beginning of a query and `*` for a wildcard, and Vite takes `#` for the beginning of a
 * fragment.
 */
import { dirname } from 'node:path';

const folder = dirname(import.meta.dirname);
if (/[?#*]/.test(folder)) {
  console.error(
    `Denaria can't be built or developed in ${folder}: its tools misread #, ? and * in a path. Move it to a folder without them.`,
  );
  process.exit(1);
}
