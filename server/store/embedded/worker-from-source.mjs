/**
 * Starts the worker from its TypeScript source, in development and in tests: a worker thread has no
 * TypeScript loader of its own, whatever its parent was started with. No part of a build.
 */
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
