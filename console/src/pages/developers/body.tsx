/** The body of a request or a response, as indented text. */
import { Text } from '@mantine/core';
import classes from './developers.module.css';

/** JSON with indentation; any other text as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}

export function Body({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <>
      <Text size="sm" fw={500} mt="sm">
        {title}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long body is scrolled with the keyboard. */}
      <section className={classes.body} tabIndex={0} aria-label={title}>
        {text === '' ? '(empty)' : readable(text)}
      </section>
    </>
  );
}
