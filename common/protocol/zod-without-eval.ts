/**
 * The page's CSP allows no `eval`, which zod would otherwise try when the first schema is created:
 * the browser reports the attempt, even though it is caught. The schemas load later than the page,
 * so this sets the global from which zod reads its config; it is imported before anything that may
 * load a schema.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
