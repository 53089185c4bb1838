/** The labels of the fields of an account at a bank, and of an exchange of files. */
import type { AccountTexts, ExchangeTexts } from './connection-draft.ts';
import type { FieldText } from './text-fields.tsx';

export const accountTexts: Readonly<Record<keyof AccountTexts, FieldText>> = {
  name: { label: 'Holder of the account', maxLength: 70, isRequired: true },
  iban: { label: 'IBAN', description: 'Without spaces', maxLength: 34, isRequired: true },
  bic: { label: 'BIC', maxLength: 11, isRequired: true },
  routingNumber: { label: 'Routing number', description: 'Nine digits', maxLength: 9, isRequired: true },
  accountNumber: { label: 'Account number', maxLength: 17, isRequired: true },
  bankName: { label: 'Name of the bank', maxLength: 35 },
  creditorId: { label: 'Creditor identifier', description: 'For SEPA direct debits', maxLength: 35 },
  companyId: {
    label: 'Company identification',
    description: 'The bank assigns it',
    maxLength: 10,
    isRequired: true,
  },
  immediateOrigin: {
    label: 'Immediate origin',
    description: 'Empty: the company identification',
    maxLength: 10,
  },
  immediateDestination: {
    label: 'Immediate destination',
    description: 'Empty: the routing number',
    maxLength: 9,
  },
};

/** @param hasSecret whether a secret is stored, so that an empty field leaves it as it is. */
export const exchangeTexts = (hasSecret: boolean): Readonly<Record<keyof ExchangeTexts, FieldText>> => {
  const secret = hasSecret ? 'Empty: as it is stored' : 'Stored encrypted, and never shown again';
  return {
    host: { label: 'Server', description: 'Name of the host', maxLength: 253, isRequired: true },
    port: { label: 'Port', description: 'Empty: 22', maxLength: 5 },
    username: { label: 'User name', maxLength: 100, isRequired: true },
    hostKeyFingerprint: {
      label: 'Fingerprint of the host key',
      description: 'SHA256:… as ssh-keygen -l shows it. No other server is trusted.',
      maxLength: 50,
      isRequired: true,
    },
    path: {
      label: 'Folder',
      description: 'Has the folders outbox, inbox and archive',
      maxLength: 255,
      isRequired: true,
    },
    password: {
      label: 'Password',
      description: `${secret}. Or a private key.`,
      maxLength: 200,
      kind: 'secret',
    },
    privateKey: { label: 'Private key', description: `PEM. ${secret}.`, maxLength: 10_000, kind: 'key' },
    endpoint: { label: 'URL of the service', description: 'Empty: that of the region', maxLength: 255 },
    region: { label: 'Region', maxLength: 50, isRequired: true },
    bucket: { label: 'Bucket', maxLength: 63, isRequired: true },
    prefix: { label: 'Start of the keys', maxLength: 255 },
    accessKeyId: { label: 'Id of the access key', maxLength: 128, isRequired: true },
    secretAccessKey: { label: 'Secret key', description: secret, maxLength: 200, kind: 'secret' },
  };
};
