/**
 * Starts the worker from its TypeScript source, in development and in tests; no part of a build.
 */
import { register } from 'tsx/esm/api';

register();
await import('./render-worker.ts');
