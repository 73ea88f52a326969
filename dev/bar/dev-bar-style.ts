/** How the developer bar looks: the page's own tokens, and out of its way. */
export const DEV_BAR_STYLE = `
:host {
  all: initial;
  position: fixed;
  inset: auto auto calc(0.75rem + var(--bottom-bar, 0px)) 0.75rem;
  z-index: 30;
  color: var(--ink, #f3ebda);
  font: 400 0.8125rem/1.5 var(--font-sans, system-ui, sans-serif);
}
@media print {
  :host { display: none; }
}
summary {
  width: max-content;
  padding: 0.25rem 0.75rem;
  border: 1px dashed var(--rule-strong, #657b98);
  border-radius: 2px;
  background: var(--surface-overlay, #14233a);
  color: var(--ink-muted, #b9bcbb);
  cursor: pointer;
  list-style: none;
  user-select: none;
}
summary::-webkit-details-marker { display: none; }
summary:hover { color: var(--ink, #f3ebda); }
details[open] { display: flex; flex-direction: column-reverse; gap: 0.5rem; }
.panel {
  box-sizing: border-box;
  display: grid;
  gap: 0.75rem;
  width: min(19rem, calc(100vw - 1.5rem));
  padding: 1rem;
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
  cursor: pointer;
}
button:hover { background: var(--surface-hover, #182941); }
button[aria-pressed='true'] {
  border-color: var(--action, #e0b45c);
  color: var(--action, #e0b45c);
}
.words { margin: 0; color: var(--ink-muted, #b9bcbb); }
.words:empty { display: none; }
:focus-visible {
  outline: 2px solid var(--focus, #f5d48a);
  outline-offset: 2px;
}
`;
