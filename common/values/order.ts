/**
 * [ORD1] Numbers that order commits. The store assigns them: a command's number is higher than that of every
 * commit that was answered before the command was sent. No process's clock and no id takes part. Concurrent
 * commits may have the same number.
 */
import { z } from 'zod';

/**
 * The lowest number that stores assign. Values below it are moments, in ms since 1970: they replace the
 * missing numbers of commits that predate numbering, and so sort before all numbered ones.
 */
export const ORDER_BASE = 2 ** 43;

export const orderSchema = z.int().nonnegative();
