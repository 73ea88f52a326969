/** What the driver's errors mean for the store. */
import {
  MongoClientClosedError,
  MongoError,
  MongoErrorLabel,
  MongoServerError,
  MongoWriteConcernError,
  MongoTopologyClosedError,
} from 'mongodb';
import { StoreUnavailable } from '../store.ts';

const DOCUMENT_VALIDATION = 121;
/** The oplog no longer reaches back to a change stream's position, or its token is invalid. */
const STREAM_IS_LOST = new Set([280, 286, 260]);

function codeOf(error: unknown): number | string | undefined {
  return error instanceof MongoError ? error.code : undefined;
}

const hasCode = (code: number) => (error: unknown) => codeOf(error) === code;
export const isDuplicateKey = hasCode(11_000);
export const isWriteConflict = hasCode(112);
export const isNamespaceExists = hasCode(48);
export const isOutOfTime = hasCode(50);
export const isSnapshotTooOld = hasCode(239);
export const isUnauthorized = hasCode(13);
export const isAuthenticationFailed = hasCode(18);

/** A bug of ours: the collection's validator refuses the document, or it is no document at all. */
export function isRefusedDocument(error: unknown): boolean {
  return !(error instanceof MongoError) || codeOf(error) === DOCUMENT_VALIDATION;
}

export function isStreamLost(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'number' && STREAM_IS_LOST.has(code);
}

/** A write that fails like this may be done: nobody answered, or not as durably as asked. */
export function mayBeWritten(error: unknown): boolean {
  if (!(error instanceof MongoServerError) || error instanceof MongoWriteConcernError) return true;
  return error.hasErrorLabel(MongoErrorLabel.RetryableWriteError);
}

/** The client was closed: unlike an unavailable server, it never comes back. */
export function isClientClosed(error: unknown): boolean {
  return error instanceof MongoClientClosedError || error instanceof MongoTopologyClosedError;
}

/** The transaction was not carried out and may be retried as a whole. */
export function isTransient(error: unknown): boolean {
  return error instanceof MongoError && error.hasErrorLabel('TransientTransactionError');
}

/** The commit was carried out or not: a second request tells. */
export function isUnknownCommit(error: unknown): boolean {
  return error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');
}

/**
 * The error in the port's terms: whatever the database could not do becomes StoreUnavailable. A
 * document that its validators refuse is a bug of ours and is returned unchanged, as is any error
 * that is not MongoDB's.
 */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof MongoError) || codeOf(error) === DOCUMENT_VALIDATION) return error;
  const what =
    error instanceof MongoServerError ? (error.codeName ?? error.message) : error.message;
  return new StoreUnavailable(`MongoDB could not do it: ${what}`, { cause: error });
}
