/** What node refuses before there is a request to route: it, too, is answered in a sentence. */
import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

interface Refusal {
  readonly status: number;
  readonly sentence: string;
}

/** By the error's code. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, sentence: 'The headers are too large: send fewer of them.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    sentence: 'The request did not come to its end in time. Send it again.',
  },
};
const MALFORMED: Refusal = { status: 400, sentence: 'That is not a well-formed HTTP request.' };
const UNEXPECTED: Refusal = { status: 417, sentence: 'Send the request without an Expect header.' };

const TYPE = 'text/plain; charset=utf-8';

export function answerMalformed(http: Server): void {
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const { status, sentence } = REFUSALS[error.code ?? ''] ?? MALFORMED;
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      `Content-Type: ${TYPE}`,
      `Content-Length: ${sentence.length}`,
      '',
      sentence,
    ];
    // Nothing more is understood of what comes this way.
    socket.end(lines.join('\r\n'), () => socket.destroy());
  });
  http.on('checkExpectation', (_request, response) => {
    const { status, sentence } = UNEXPECTED;
    response.writeHead(status, { 'Content-Type': TYPE }).end(sentence);
  });
}
