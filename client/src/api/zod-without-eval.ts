/**
 * The page's policy allows no `eval`, which zod would otherwise try when the first schema is made: the
 * browser reports the attempt, though it is caught. The schemas load later than the page, so zod is
 * told where it looks for its settings; this is imported before anything that may load one.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
