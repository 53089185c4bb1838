/** The text of the mail that brings a one-time code. Plain text: nothing in it is a link to be imitated. */
import type { CodeMail } from './mailer.ts';

/** A lifetime in words. */
function inWords(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export function codeMailText({ code, validSeconds, appearance: look }: Omit<CodeMail, 'to'>): {
  readonly subject: string;
  readonly text: string;
} {
  const app = look.appName ?? 'your wallet';
  return {
    // Without the code: lock screens show subjects.
    subject: `Your sign-in code for ${app}`,
    text: [
      `Your code for ${app} is ${code}`,
      '',
      `It works once, within ${inWords(validSeconds)}.`,
      'If you did not ask for it, ignore this mail: nobody can sign in without the code.',
      '',
    ].join('\n'),
  };
}
