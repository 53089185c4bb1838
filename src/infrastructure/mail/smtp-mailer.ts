/**
 * Mail over SMTP: the one adapter around nodemailer.
 *
 * Decision: without a sender address of the platform, mails come from no-reply at the host name of the mail server.
 */
import { createTransport, type SendMailOptions } from 'nodemailer';
import { oneLine } from '../../kernel/one-line.ts';
import { codeMailText } from './code-mail.ts';
import { isOneAddress, type Mailer } from './mailer.ts';

const timeoutMs = 10_000;

/**
 * @param smtpUrl `smtp://` or `smtps://`, with credentials if the server needs them.
 * @param onFailure is called with the error code, never with the mail.
 */
export function smtpMailer(smtpUrl: string, onFailure: (code: string) => void): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Mails are generated text and never include files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const ownSender = `no-reply@${new URL(smtpUrl).hostname}`;
  async function accepts(mail: SendMailOptions): Promise<boolean> {
    try {
      const { accepted } = await transport.sendMail(mail);
      return accepted.length > 0;
    } catch (error) {
      // Only the code, because the message may contain the recipient.
      onFailure(String((error as { code?: unknown }).code ?? 'unknown'));
      return false;
    }
  }
  return {
    send: ({ to, appearance, ...code }) =>
      accepts({
        from: {
          name: appearance.sendFromEmailSenderName ?? '',
          address: appearance.sendFromEmailAddress ?? ownSender,
        },
        to: { name: '', address: to },
        ...(appearance.replyToEmailAddress && { replyTo: appearance.replyToEmailAddress }),
        ...codeMailText({ appearance, ...code }),
      }),
    async sendText({ to, subject, text }) {
      if (!isOneAddress(to)) {
        onFailure('EADDRESS');
        return false;
      }
      return accepts({
        from: { name: '', address: ownSender },
        to: { name: '', address: to },
        // A line break would start another header.
        subject: oneLine(subject),
        text,
        // No receiver answers with an absence notice.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
