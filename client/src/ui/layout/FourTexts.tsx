/** Four short texts beside each other, each with its title and perhaps a page that says more. */
import { Link } from 'react-router-dom';
import { Muted } from '../text.ts';
import { Stack } from './boxes.ts';
import { FourColumns } from './sections.ts';

interface ShortText {
  readonly title: string;
  readonly text: string;
  readonly more?: { readonly to: string; readonly words: string };
}

export function FourTexts({ texts }: { readonly texts: readonly ShortText[] }) {
  return (
    <FourColumns>
      {texts.map(({ title, text, more }) => (
        <Stack as="li" key={title} $gap={2}>
          <h3>{title}</h3>
          <Muted>{text}</Muted>
          {more && (
            <Link to={more.to} data-tap>
              {more.words}
            </Link>
          )}
        </Stack>
      ))}
    </FourColumns>
  );
}
