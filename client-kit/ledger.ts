/**
 * `@denaria/client/ledger`: reads a game's ledger, and believes none of it. README.md has an
 * example.
 */
export { ApiError, NetworkError } from './api/api-error.ts';
export { ledgerFiles, type LedgerFilesOptions } from './api/ledger-files.ts';
export { leafOf, UnknownKind, UnreadableLeaf, type Leaf } from '../common/ledger/leaf.ts';
export {
  LogContradiction,
  LogUnreadable,
  openLog,
  type Evidence,
  type Log,
  type ReadFile,
  type SeenCheckpoint,
} from '../common/ledger/log-reader.ts';
export {
  BadNote,
  fromBase64,
  openCheckpoint,
  parseVerifier,
  toBase64,
  type Checkpoint,
} from '../common/ledger/note.ts';
export {
  isConsistent,
  isIncluded,
  leafHash,
  type Hash,
  type TreeHead,
} from '../common/ledger/tree.ts';
