/** Reads an answer with its call's schema, and its epoch and rev. */
import { BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import { parseAnswer, type AnswerOf, type Call } from '../../common/protocol/call.ts';
import { answered, UnreadableAnswer } from './api-error.ts';
import { setRevision } from './revision.ts';

/** Parses a 2xx with the call's schema for that status; `revisionOf` then returns the answer's epoch and rev. */
export async function readAnswer<C extends Call>(
  call: C,
  response: Response,
): Promise<AnswerOf<C>> {
  const text = await answered(response.text());
  const { headers } = response;
  const epoch = headers.get(BOARD_HEADERS.epoch);
  const rev = headers.get(BOARD_HEADERS.rev);
  try {
    const answer = parseAnswer(call, response.status, text === '' ? null : JSON.parse(text));
    return epoch && rev ? setRevision(answer, { epoch, rev }) : answer;
  } catch (cause) {
    throw new UnreadableAnswer(
      'The game server answered something that this page does not understand. Reload the page.',
      { cause },
    );
  }
}
