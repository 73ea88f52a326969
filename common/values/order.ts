/**
 * [ORD1] Numbers that say which of two commits was made first. A store gives them: a command's number
 * is higher than that of every commit that was answered before the command was sent. No clock of this
 * process and no id has a part in it. Those of commits that were under way at the same time may be equal.
 */
import { z } from 'zod';

/**
 * Where the numbers that stores give begin. Below it are moments, in ms since 1970: they stand in for the
 * numbers of commits from before there were any, and so come before all that have one.
 */
export const ORDER_BASE = 2 ** 43;

export const orderSchema = z.int().nonnegative();
