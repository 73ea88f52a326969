#!/usr/bin/env -S node --import tsx
/**
 * A Firefox that Playwright can launch by its `moz-firefox` channel, and what passes between the
 * two, with two faults of Playwright 1.65 mended on the way.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/**
 * Unknown to Firefox 153: what is sent for every context, and the clipboard's permissions, which a
 * preference grants. Acknowledged without an effect.
 */
const UNKNOWN = /"method":"emulation.setMediaFeaturesOverride"|"name":"clipboard-/;
/** How `fill` writes into an input, which React takes for its own doing: typed instead. */
const ASSIGNED = 'inputElement.value = value;';
const TYPED = "window.document.execCommand('insertText', false, text);";
const LISTENS = /^WebDriver BiDi listening on (ws:.*)$/;

const firefox = spawn('firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'ignore', 'pipe'],
});
firefox.once('exit', (code) => process.exit(code ?? 1));

for await (const line of createInterface(firefox.stderr)) {
  const address = LISTENS.exec(line)?.[1];
  if (address === undefined) process.stderr.write(`${line}\n`);
  else listen(address);
}

function listen(address: string): void {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.once('listening', () => {
    const bound = server.address();
    if (typeof bound !== 'object' || bound === null) throw new Error('there is no port');
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${bound.port}\n`);
  });
  server.on('connection', (playwright) => {
    const browser = new WebSocket(`${address}/session`, { maxPayload: 0 });
    const opened = new Promise((resolve) => browser.once('open', resolve));
    playwright.on('message', async (data: Buffer) => {
      const text = data.toString();
      await opened;
      if (!UNKNOWN.test(text)) return browser.send(text.replaceAll(ASSIGNED, TYPED));
      const { id } = JSON.parse(text);
      playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
    });
    browser.on('message', (data: Buffer) => playwright.send(data.toString()));
    browser.once('close', () => playwright.close());
    playwright.once('close', () => browser.close());
  });
}
