/** The building blocks of the developer bar. */

/** A part of the bar: its element, and how it is kept up to date while the bar is open. */
export interface Part {
  readonly section: HTMLElement;
  /** Asks the server again; another tab may have changed the state. */
  refresh?(): Promise<void>;
  /** Called twice a second, for values that change by themselves. */
  tick?(): void;
}

/** Tells the developer the result of a press in one sentence. */
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

/** A section of the bar: a row of controls under a label, and text to read with them. */
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

/** A button that is disabled while its action runs; errors are shown. */
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

/** A choice between a few states, each a button; the current one is pressed. */
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
