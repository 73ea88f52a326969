/**
 * The thread that renders pages: it runs the page's own components (the built
 * client/src/prerender.tsx).
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { pageFile, type PagePath } from '../pages.ts';
import { fillFrame, loadPrerenderer } from './fill.ts';
import type { RenderAnswer, RenderOrder } from './renderer.ts';

const { folder } = z.object({ folder: z.string() }).parse(workerData);

// Pages ask what a browser keeps: newer Nodes have one of their own, and warn.
Reflect.deleteProperty(globalThis, 'localStorage');
// A failure is reported by the first render.
const loading = loadPrerenderer(folder);
loading.catch(() => undefined);
const frames = new Map<PagePath, string>();

async function render({ id, page, facts, rules }: RenderOrder): Promise<RenderAnswer> {
  const { prerenderPage } = await loading;
  const frame = frames.get(page) ?? (await readFile(join(folder, pageFile(page)), 'utf8'));
  frames.set(page, frame);
  return { id, html: fillFrame(frame, await prerenderPage(page, facts, rules), facts, rules) };
}

const port = parentPort;
if (!port) throw new Error('this is a worker');
port.on('message', (order: RenderOrder) => {
  render(order).then(
    (answer) => port.postMessage(answer),
    (error: unknown) => port.postMessage({ id: order.id, error: String(error) }),
  );
});
