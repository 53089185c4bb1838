/** Sends mails with one-time codes. */

/** How a platform wants its mails to look; what is absent is the service's own. */
export interface MailAppearance {
  readonly appName?: string | undefined;
  readonly sendFromEmailAddress?: string | undefined;
  readonly sendFromEmailSenderName?: string | undefined;
  readonly replyToEmailAddress?: string | undefined;
  readonly logoUrl?: string | undefined;
}

/** A one-time code on its way to a person. */
export interface CodeMail {
  readonly to: string;
  readonly code: string;
  readonly validSeconds: number;
  /** How the platform wants its mails to look. */
  readonly appearance: MailAppearance;
}

export interface Mailer {
  /** Hands a mail over. `false`: it was not taken. Outside of any transaction: it may take a while. */
  send(mail: CodeMail): Promise<boolean>;
}
