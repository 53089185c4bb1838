/** Sends mails: one-time codes, and the service's own. */

/** A platform's settings for mails. Defaults of the service replace absent ones. */
interface MailAppearance {
  readonly appName?: string | undefined;
  readonly sendFromEmailAddress?: string | undefined;
  readonly sendFromEmailSenderName?: string | undefined;
  readonly replyToEmailAddress?: string | undefined;
  readonly logoUrl?: string | undefined;
}

/** A mail with a one-time code. */
export interface CodeMail {
  readonly to: string;
  readonly code: string;
  readonly validSeconds: number;
  readonly appearance: MailAppearance;
}

/** A mail of the service itself, in plain text. */
export interface TextMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Sends a mail. Returns `false` if the mail server did not accept it. Slow, so never called inside a transaction. */
  send(mail: CodeMail): Promise<boolean>;
  /** Like `send`. */
  sendText(mail: TextMail): Promise<boolean>;
}

/** Whether the text is one address that adds no header and no second recipient. */
export const isOneAddress = (address: string): boolean =>
  address.length <= 254 && /^[^\s\p{C},;:<>()[\]"\\@]+@[^\s\p{C},;:<>()[\]"\\@]+$/u.test(address);
