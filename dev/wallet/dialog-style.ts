/**
 * The styles of the Demo Wallet's dialogs: the page's own tokens if it has them (they reach into the shadow
 * tree), otherwise ink and brass.
 */
export const DIALOG_STYLE = `
:host {
  all: initial;
  pointer-events: auto;
}
dialog {
  box-sizing: border-box;
  width: min(26rem, calc(100vw - 2rem));
  max-height: calc(100dvh - 2rem);
  margin: auto;
  padding: 0;
  overflow: auto;
  border: 1px solid var(--action, #e0b45c);
  border-radius: 2px;
  background: var(--surface-overlay, #14233a);
  color: var(--ink, #f3ebda);
  box-shadow: var(--shadow, 0 24px 64px rgb(2 6 12 / 56%));
  font: 400 1rem/1.5 var(--font-sans, system-ui, sans-serif);
  font-variant-numeric: tabular-nums;
}
dialog::backdrop {
  background: rgb(4 9 17 / 72%);
}
form {
  display: grid;
  gap: 1rem;
  padding: 1.5rem;
}
.head {
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  column-gap: 0.75rem;
}
.head img {
  width: 2.5rem;
  height: 2.5rem;
}
.wallet {
  margin: 0;
  color: var(--action, #e0b45c);
  font-size: 0.8125rem;
  letter-spacing: 0.04em;
}
h2 {
  margin: 0;
  font: 560 1.5rem/1.2 var(--font-display, Georgia, serif);
  text-wrap: balance;
}
p {
  margin: 0;
  color: var(--ink-muted, #b9bcbb);
  font-size: 0.8125rem;
}
fieldset {
  margin: 0;
  padding: 0;
  border: 0;
  min-width: 0;
}
.accounts {
  max-height: 15.75rem;
  overflow: auto;
  border-block: 1px solid var(--rule, #24364f);
}
legend {
  padding: 0 0 0.5rem;
  font-size: 0.8125rem;
  color: var(--ink-muted, #b9bcbb);
}
label {
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: 0.75rem;
  min-height: 2.75rem;
  padding: 0 0.5rem;
  cursor: pointer;
}
label + label {
  border-top: 1px solid var(--rule, #24364f);
}
label:hover {
  background: var(--surface-hover, #182941);
}
label:has(:checked) {
  background: var(--surface-hover, #182941);
  box-shadow: inset 2px 0 var(--action, #e0b45c);
}
label code {
  color: var(--ink-muted, #b9bcbb);
  font-size: 0.8125rem;
}
input {
  width: 1rem;
  height: 1rem;
  margin: 0;
  accent-color: var(--action, #e0b45c);
}
pre {
  margin: 0;
  padding: 0.75rem;
  max-height: 16rem;
  overflow: auto;
  border: 1px solid var(--rule, #24364f);
  background: var(--surface-sunken, #08101c);
  color: var(--ink, #f3ebda);
  font: 0.8125rem/1.5 ui-monospace, Menlo, Consolas, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
dl {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 0.25rem 1rem;
  margin: 0;
  font-size: 0.8125rem;
}
dt {
  color: var(--ink-muted, #b9bcbb);
}
dd {
  margin: 0;
  overflow-wrap: anywhere;
}
.foot {
  display: flex;
  justify-content: flex-end;
  gap: 0.75rem;
}
button {
  min-height: 2.75rem;
  padding: 0 1.25rem;
  border: 1px solid var(--rule-strong, #657b98);
  border-radius: 2px;
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 560;
  cursor: pointer;
}
button:hover {
  background: var(--surface-hover, #182941);
}
button.approve {
  border-color: var(--button-edge, #dbac50);
  background: var(--button, #dbac50);
  color: var(--on-button, #131b28);
}
button.approve:hover {
  background: var(--button-hover, #ecc573);
}
:focus-visible {
  outline: 2px solid var(--focus, #f5d48a);
  outline-offset: 2px;
}
`;
