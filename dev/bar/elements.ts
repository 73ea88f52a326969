/** What the developer bar's parts are made of. */

/** A part of the bar: what it shows, and how it is kept true while the bar is open. */
export interface Part {
  readonly section: HTMLElement;
  /** Asks the server again; another tab may have changed it. */
  refresh?(): Promise<void>;
  /** Twice a second: what runs by itself. */
  tick?(): void;
}

/** Tells a developer in a sentence what came of a press. */
export type Say = (words: string) => void;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A section of the bar: controls in a row under a label, and what is to be read with them. */
export function labelled(
  label: string,
  controls: readonly HTMLElement[],
  notes: readonly HTMLElement[] = [],
): HTMLElement {
  const group = element('div', { className: 'group' }, controls);
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  return element('section', {}, [element('h2', { textContent: label }), group, ...notes]);
}

export function note(...words: readonly (Node | string)[]): HTMLParagraphElement {
  return element('p', { className: 'note' }, words);
}

/** A button that rests while its press is under way; what goes wrong is said. */
export function button(
  label: string,
  say: Say,
  press: () => Promise<void> | void,
): HTMLButtonElement {
  const made = element('button', { type: 'button', textContent: label });
  const run = async () => {
    made.disabled = true;
    try {
      await press();
    } catch (error) {
      say(wordsOf(error));
    }
    made.disabled = false;
  };
  made.addEventListener('click', () => void run());
  return made;
}

/** One of a few states, each a button; the one that holds is pressed. */
export function choice<Value extends string>(
  values: readonly Value[],
  say: Say,
  choose: (value: Value) => Promise<void>,
): { readonly buttons: readonly HTMLButtonElement[]; show(value: Value): void } {
  const made = values.map((value) => ({ value, one: button(value, say, () => choose(value)) }));
  return {
    buttons: made.map(({ one }) => one),
    show(current) {
      for (const { value, one } of made) one.ariaPressed = String(value === current);
    },
  };
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
