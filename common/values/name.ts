/** The name that a wallet goes by. */
import { z } from 'zod';

/** As long as a name may be that is shown at all; DNS names, which ENS also has, end at 255. */
const MAX_NAME_LENGTH = 80;

/**
 * A wallet's ENS name: normalised (ENSIP-15), and checked both ways, so that the wallet says that it goes by
 * the name, and the name says that it stands for the wallet.
 */
export const nameSchema = z.string().min(3).max(MAX_NAME_LENGTH);
