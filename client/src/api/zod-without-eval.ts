/**
 * The page's policy allows no `eval`, which zod would otherwise try when the first schema is made: the
 * browser reports the attempt, though it is caught. So this is imported before any schema.
 */
import { z } from 'zod';

z.config({ jitless: true });
