/**
 * The developer bar's styles: the page's own tokens, out of the page's way. The closed bar is a tab no wider
 * than the narrowest margin of a page. It sits above the link bar on phones, over dialogs, whose margin is as
 * wide, and below toasts.
 */
export const DEV_BAR_STYLE = `
:host {
  all: initial;
  position: fixed;
  inset-block-end: calc(0.75rem + var(--bottom-bar, 0px));
  inset-inline-start: 0;
  z-index: 25;
  --tab: clamp(0.75rem, 2vw, 1.5rem);
  --most-high: calc(100dvh - 1.5rem - var(--bottom-bar, 0px));
  color: var(--ink, #f3ebda);
  font: 400 0.8125rem/1.5 var(--font-sans, system-ui, sans-serif);
  font-variant-numeric: tabular-nums;
}
@media print {
  :host { display: none; }
}
summary {
  box-sizing: border-box;
  display: flex;
  gap: 0.5rem;
  align-items: center;
  width: var(--tab);
  overflow: hidden;
  min-height: 4rem;
  max-height: var(--most-high);
  padding: 0.5rem 0;
  border: 1px dashed var(--rule-strong, #657b98);
  border-inline-start: 0;
  border-radius: 0 2px 2px 0;
  background: var(--surface-overlay, #14233a);
  color: var(--ink-muted, #b9bcbb);
  font-size: 0.625rem;
  line-height: 1;
  white-space: nowrap;
  writing-mode: vertical-rl;
  justify-content: center;
  cursor: pointer;
  list-style: none;
  user-select: none;
}
summary::-webkit-details-marker { display: none; }
summary:hover { color: var(--ink, #f3ebda); }
.mark { color: var(--fall, #ff958c); font-weight: 600; }
.panel {
  position: absolute;
  inset-block-end: 0;
  inset-inline-start: calc(var(--tab) + 0.25rem);
  box-sizing: border-box;
  display: grid;
  gap: 0.75rem;
  width: min(20rem, calc(100vw - var(--tab) - 0.75rem));
  max-height: var(--most-high);
  padding: 0.875rem 1rem;
  overflow-y: auto;
  overscroll-behavior: contain;
  border: 1px dashed var(--rule-strong, #657b98);
  border-radius: 2px;
  background: var(--surface-overlay, #14233a);
  box-shadow: var(--shadow, 0 24px 64px rgb(2 6 12 / 56%));
}
h2 {
  margin: 0 0 0.25rem;
  color: var(--ink-muted, #b9bcbb);
  font: inherit;
}
time { display: block; margin-block-end: 0.375rem; min-height: 1.5em; }
.group { display: flex; gap: 0.5rem; }
button, select {
  flex: 1;
  min-width: 0;
  min-height: 2.25rem;
  padding: 0 0.5rem;
  border: 1px solid var(--rule-strong, #657b98);
  border-radius: 2px;
  background: var(--surface-sunken, #08101c);
  color: inherit;
  font: inherit;
  line-height: 1.2;
  cursor: pointer;
}
button:hover { background: var(--surface-hover, #182941); }
button:disabled { color: var(--ink-faint, #97a0aa); cursor: default; }
button[aria-pressed='true'] {
  border-color: var(--action, #e0b45c);
  color: var(--action, #e0b45c);
}
[hidden] { display: none; }
.whole { white-space: nowrap; }
.words, .note { margin: 0; color: var(--ink-muted, #b9bcbb); }
.words { color: var(--ink, #f3ebda); }
.note { margin-block-start: 0.25rem; font-size: 0.75rem; line-height: 1.4; }
.words:empty, .note:empty { display: none; }
.goodbye {
  width: max-content;
  max-width: calc(100vw - 2.5rem);
  box-sizing: border-box;
  margin: 0 0 0 0.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px dashed var(--rule-strong, #657b98);
  border-radius: 2px;
  background: var(--surface-overlay, #14233a);
  pointer-events: none;
}
:focus-visible {
  outline: 2px solid var(--focus, #f5d48a);
  outline-offset: 2px;
}
@media (pointer: coarse) {
  button, select { min-height: 2.75rem; }
}
`;
