/** A wallet's name. */
import { z } from 'zod';

/**
 * The longest name that is shown; DNS names, which ENS also supports, have up to 255 characters.
 */
const MAX_NAME_LENGTH = 80;

/**
 * A wallet's ENS name: normalised (ENSIP-15), and verified in both directions: the wallet's primary
 * name is this name, and the name resolves to the wallet.
 */
export const nameSchema = z.string().min(3).max(MAX_NAME_LENGTH);
