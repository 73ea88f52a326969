/**
 * Batches questions: those that arrive while the answer to others is under way share the next
 * request. Without load, a question is asked at once, by itself.
 */
import { after, defer } from './machine.ts';

/** In the order of the questions: returns the answer, or throws the error of this question only. */
export type AnswerOf<Answer> = () => Answer;

interface BatcherLimits {
  /** Requests at a time. */
  readonly atOnce: number;
  /** Questions in a request. */
  readonly most: number;
  /** A request that takes longer no longer counts: the others need not wait for it. */
  readonly patienceMs: number;
}

interface Pending<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answerOf: AnswerOf<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

export class Batcher<Question, Answer> {
  readonly #request: (questions: readonly Question[]) => Promise<readonly AnswerOf<Answer>[]>;
  readonly #limits: BatcherLimits;
  #queue: Pending<Question, Answer>[] = [];
  #running = 0;
  #isStarting = false;

  /** @param request its rejection is that of all its questions. */
  constructor(
    request: (questions: readonly Question[]) => Promise<readonly AnswerOf<Answer>[]>,
    limits: BatcherLimits,
  ) {
    this.#request = request;
    this.#limits = limits;
  }

  /** @returns the question's answer. */
  async add(question: Question): Promise<Answer> {
    const answerOf = await new Promise<AnswerOf<Answer>>((resolve, reject) => {
      this.#queue.push({ question, resolve, reject });
      this.#start();
    });
    return answerOf();
  }

  /** Deferred, so that questions that arrive together share a request. */
  #start(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    defer(() => {
      this.#isStarting = false;
      const { atOnce, most } = this.#limits;
      while (this.#running < atOnce && this.#queue.length > 0) {
        void this.#send(this.#queue.splice(0, most));
      }
    });
  }

  /** Never rejects. */
  async #send(batch: readonly Pending<Question, Answer>[]): Promise<void> {
    this.#running += 1;
    let counts = true;
    const leave = () => {
      if (counts) this.#running -= 1;
      counts = false;
      this.#start();
    };
    const patience = after(this.#limits.patienceMs, leave);
    try {
      const answers = await this.#request(batch.map(({ question }) => question));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answerOf = answers[index];
        if (answerOf) resolve(answerOf);
        else reject(new Error('a question was left unanswered'));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    patience.stop();
    leave();
  }
}
