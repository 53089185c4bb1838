/** The mail with a one-time code. It is plain text without links, so that phishing mails cannot imitate them. */
import type { CodeMail } from './mailer.ts';

/** A duration as text. */
function inWords(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export function codeMailText({ code, validSeconds, appearance }: Omit<CodeMail, 'to'>): {
  readonly subject: string;
  readonly text: string;
} {
  const app = appearance.appName ?? 'your wallet';
  return {
    // The subject does not contain the code, because lock screens show subjects.
    subject: `Your sign-in code for ${app}`,
    text: [
      `Your code for ${app} is ${code}`,
      '',
      `It works once, within ${inWords(validSeconds)}.`,
      'If you did not request it, ignore this mail. The code is required to sign in.',
      '',
    ].join('\n'),
  };
}
