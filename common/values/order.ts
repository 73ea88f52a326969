/**
 * [ORD1] Numbers that say which of two commits came first. The store gives them: a command's number is
 * higher than that of every commit that was answered before the command was sent. No process's clock and
 * no id has a part in it. Commits that were under way at the same time may have the same number.
 */
import { z } from 'zod';

/**
 * Where the numbers that stores give begin. Below it are moments, in ms since 1970: they stand in for the
 * numbers of commits from before there were any, and so come before all that have one.
 */
export const ORDER_BASE = 2 ** 43;

export const orderSchema = z.int().nonnegative();
