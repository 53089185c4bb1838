/**
 * Mail over SMTP: the one adapter around nodemailer.
 *
 * Decision: without a sender of the platform's, mails come from no-reply at the mail server's own name.
 */
import { createTransport } from 'nodemailer';
import { codeMailText } from './code-mail.ts';
import type { Mailer } from './mailer.ts';

const timeoutMs = 10_000;

/**
 * @param smtpUrl `smtp://` or `smtps://`, with credentials where the server wants them.
 * @param onFailure is told the code of a failure; never the mail.
 */
export function smtpMailer(smtpUrl: string, onFailure: (code: string) => void): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A mail is text that we wrote: nothing in it is ever read from a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const ownSender = `no-reply@${new URL(smtpUrl).hostname}`;
  return {
    async send({ to, appearance: look, ...code }) {
      const address = look.sendFromEmailAddress ?? ownSender;
      try {
        const { accepted } = await transport.sendMail({
          from: { name: look.sendFromEmailSenderName ?? '', address },
          to: { name: '', address: to },
          ...(look.replyToEmailAddress && { replyTo: look.replyToEmailAddress }),
          ...codeMailText({ appearance: look, ...code }),
        });
        return accepted.length > 0;
      } catch (error) {
        // The message of such an error may quote the recipient.
        onFailure(String((error as { code?: unknown }).code ?? 'unknown'));
        return false;
      }
    },
  };
}
