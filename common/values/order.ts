/**
 * [ORD1] Numbers that order commits. The store assigns them: a command's number is higher than that
 * of every commit that was answered before the command was sent. No process's clock and no id takes
 * part. Concurrent commits may have the same number.
 */
import { z } from 'zod';

/**
 * The lowest number that stores assign: above every moment (ms since 1970), which the rules write
 * in its place until a commit is numbered.
 */
export const ORDER_BASE = 2 ** 43;

export const orderSchema = z.int().nonnegative();
