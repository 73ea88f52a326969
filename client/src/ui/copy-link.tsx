/** Copies a page's address; a toast says that it did, or has it selected, to copy by hand. */
import { styled } from 'styled-components';
import { showContent, showDone } from './toasts/toast.ts';

export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showDone('Link copied');
  } catch (error) {
    console.warn('The address could not be copied:', error);
    const lines = [LABEL, url];
    showContent({ tone: 'plain', lines, field: <Link defaultValue={url} /> });
  }
}

const LABEL = 'Copy this link:';

/** It scrolls sideways; its start is in sight. */
const Link = styled.input.attrs({ 'aria-label': LABEL, readOnly: true, ref: selectAll })`
  inline-size: 100%;
  min-block-size: var(--tap);
  margin-block-start: var(--space-1);
  padding-inline: var(--space-2);
  border: 1px solid var(--rule-strong);
  border-radius: var(--radius);
  background: var(--surface);
  user-select: text;

  &:focus {
    border-color: var(--action);
    outline: 1px solid var(--action);
    outline-offset: 0;
  }
`;

/** The focus keeps the toast, once that stands away from what was pressed. */
function selectAll(field: HTMLInputElement | null): void {
  requestAnimationFrame(() => {
    if (!field) return;
    field.focus();
    field.select();
    field.scrollLeft = 0;
  });
}
