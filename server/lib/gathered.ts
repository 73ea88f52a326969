/**
 * Questions that are asked together: those that arrive while the answer to others is under way
 * share the next request. Without load, a question is asked at once, by itself.
 */
import { after, nextTurn } from './machine.ts';

/** In the order of the questions: returns the answer, or throws the error of this question only. */
export type AnswerOf<Answer> = () => Answer;

interface GatheredLimits {
  /** Requests at a time. */
  readonly atOnce: number;
  /** Questions in a request. */
  readonly most: number;
  /** A request that takes longer no longer counts: the others need not wait for it. */
  readonly patienceMs: number;
}

interface Asked<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answerOf: AnswerOf<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

export class Gathered<Question, Answer> {
  readonly #request: (questions: readonly Question[]) => Promise<readonly AnswerOf<Answer>[]>;
  readonly #limits: GatheredLimits;
  #waiting: Asked<Question, Answer>[] = [];
  #running = 0;
  #isStarting = false;

  /** @param request its rejection is that of all its questions. */
  constructor(
    request: (questions: readonly Question[]) => Promise<readonly AnswerOf<Answer>[]>,
    limits: GatheredLimits,
  ) {
    this.#request = request;
    this.#limits = limits;
  }

  async ask(question: Question): Promise<Answer> {
    const answerOf = await new Promise<AnswerOf<Answer>>((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      this.#start();
    });
    return answerOf();
  }

  /** In a moment: calls that arrived together ask together. */
  #start(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    nextTurn(() => {
      this.#isStarting = false;
      const { atOnce, most } = this.#limits;
      while (this.#running < atOnce && this.#waiting.length > 0) {
        void this.#send(this.#waiting.splice(0, most));
      }
    });
  }

  /** Never rejects. */
  async #send(asked: readonly Asked<Question, Answer>[]): Promise<void> {
    this.#running += 1;
    let counts = true;
    const leave = () => {
      if (counts) this.#running -= 1;
      counts = false;
      this.#start();
    };
    const patience = after(this.#limits.patienceMs, leave);
    try {
      const answers = await this.#request(asked.map(({ question }) => question));
      for (const [index, { resolve, reject }] of asked.entries()) {
        const answerOf = answers[index];
        if (answerOf) resolve(answerOf);
        else reject(new Error('a question was left unanswered'));
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    patience.stop();
    leave();
  }
}
