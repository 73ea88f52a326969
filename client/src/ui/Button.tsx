/**
 * Everything that can be pressed: the same heights and states, as a button or as a link that looks
 * like one.
 */
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { Spinner, UntilLong } from './Spinner.tsx';

/**
 * `primary` is for the one next action on a screen, `loss` for one that gives something up; the
 * others are less prominent.
 */
type ButtonTone = 'primary' | 'secondary' | 'loss' | 'quiet';

/** A touch would leave it hovered. */
const hovered = (look: string) => `@media (hover: hover) { &:hover:not(:disabled) { ${look} } }`;

const tones = {
  primary: css`
    border-color: var(--button-edge);
    background: var(--button);
    color: var(--on-button);
    font-weight: 600;
    ${hovered('background: var(--button-hover)')}
  `,
  secondary: css`
    border-color: var(--rule-strong);
    color: var(--ink);
    ${hovered('border-color: var(--action);color: var(--action)')}
  `,
  loss: css`
    border-color: var(--fall);
    color: var(--fall);
    font-weight: 600;
    ${hovered('background: var(--surface-hover)')}
  `,
  quiet: css`
    color: var(--ink-muted);
    ${hovered('background: var(--surface-hover);color: var(--ink)')}
  `,
} satisfies Record<ButtonTone, unknown>;

interface Look {
  readonly $tone: ButtonTone;
  readonly $large: boolean;
  readonly $square: boolean;
}

const look = css<Look>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: var(--space-2);
  min-block-size: ${({ $large }) => ($large ? '3.5rem' : 'var(--tap)')};
  padding: 0
    ${({ $large, $square }) => ($square ? '0' : $large ? 'var(--space-6)' : 'var(--space-4)')};
  ${({ $square }) => $square && 'inline-size: var(--tap);'}
  border: 1px solid transparent;
  border-radius: var(--radius);
  background: none;
  font-size: ${({ $large }) => ($large ? 'var(--text-lead)' : 'var(--text-body)')};
  font-weight: 500;
  line-height: 1.2;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
  transition:
    background-color var(--motion-fast) var(--ease),
    border-color var(--motion-fast) var(--ease),
    color var(--motion-fast) var(--ease);

  ${({ $tone }) => tones[$tone]}

  &[aria-busy='true'] {
    cursor: progress;
  }

  > svg {
    flex: none;
  }
`;

const PlainButton = styled.button<Look>`
  ${look}

  &:disabled,
  &&[aria-disabled='true']:not([aria-busy='true']) {
    border-color: ${({ $tone }) => ($tone === 'quiet' ? 'transparent' : 'var(--rule)')};
    background: ${({ $tone }) => ($tone === 'quiet' ? 'none' : 'var(--surface-hover)')};
    color: var(--ink-faint);
    cursor: not-allowed;
  }
`;
const PlainLink = styled(Link)<Look>`
  ${look}
`;
const PlainAnchor = styled.a<Look>`
  ${look}
`;

interface Options {
  readonly tone?: ButtonTone;
  readonly large?: boolean;
  /** As wide as it is high, for a single icon; it then needs an `aria-label`. */
  readonly square?: boolean;
}

function lookOf({ tone = 'secondary', large = false, square = false }: Options): Look {
  return { $tone: tone, $large: large, $square: square };
}

/**
 * A button. While `pending` it says so, in words once it takes long, and ignores presses; it is not
 * `disabled` then, because that would take the focus away from keyboard users.
 */
export function Button({
  tone,
  large,
  square,
  pending = false,
  onClick,
  children,
  ...rest
}: Options & { readonly pending?: boolean } & ComponentProps<'button'>) {
  // Beside a spinner that comes and goes: a translator replaces bare text (e2e/translated.spec.ts).
  const label = typeof children === 'string' ? <span>{children}</span> : children;
  return (
    <PlainButton
      type="button"
      aria-disabled={pending || undefined}
      {...rest}
      {...lookOf({ tone, large, square })}
      aria-busy={pending || undefined}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
    >
      {pending && <Spinner size={16} />}
      {pending ? <UntilLong words={children}>{label}</UntilLong> : label}
    </PlainButton>
  );
}

/** A link to another page of the game that looks like a button. */
export function ButtonLink({
  tone,
  large,
  square,
  ...rest
}: Options & ComponentProps<typeof Link>) {
  return <PlainLink {...rest} {...lookOf({ tone, large, square })} />;
}

/** A link to another site that looks like a button; it opens in a new tab. */
export function ButtonAnchor({ tone, large, square, ...rest }: Options & ComponentProps<'a'>) {
  return (
    <PlainAnchor target="_blank" rel="noreferrer" {...rest} {...lookOf({ tone, large, square })} />
  );
}
