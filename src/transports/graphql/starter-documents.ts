/** The tabs with which GraphiQL opens, in the order of the guides. Each document is one operation that a reader can run. */

interface StarterDocument {
  /** The guide that it belongs to, below `docs/guides/`, or the README. */
  readonly guide: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const serviceError = `... on ServiceError {
      errorCode
      message
    }`;

export const starterDocuments: readonly StarterDocument[] = [
  {
    guide: 'README.md',
    query: `# Put "Basic …" of your token between the quotes
# in the Headers tab below, then press Play.
# The other tabs have an operation of each guide.
query FirstQuery {
  viewer {
    ... on Platform {
      id
      name
      mode
      permissions
    }
  }
  customers(first: 5) {
    nodes {
      id
      fullName
      internalAccounts {
        id
        availableBalance {
          amount
          currency {
            code
          }
        }
      }
    }
  }
}
`,
  },
  {
    guide: 'README.md',
    query: `# A customer of the sandbox is approved at once.
mutation CreateCustomer($input: CreateCustomerInput!) {
  createCustomer(input: $input) {
    ... on Customer {
      id
      kycStatus
      internalAccounts {
        id
        type
        balance {
          currency {
            code
          }
        }
      }
    }
    ${serviceError}
  }
}
`,
    variables: { input: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: 'ada@example.com' } },
  },
  {
    guide: 'subscriptions.md',
    query: `# Play, then move money in another tab. "after" continues
# after the cursor of an update.
subscription FollowTransactions($after: String) {
  transactionUpdated(after: $after) {
    cursor
    previousStatus
    status
    transaction {
      id
      type
      sentAmount {
        amount
        currency {
          code
        }
      }
    }
  }
}
`,
    variables: { after: null },
  },
  {
    guide: 'cross-currency.md',
    query: `# The source and the destination are ids of accounts.
mutation CreateQuote($input: CreateQuoteInput!) {
  createQuote(input: $input) {
    ... on Quote {
      id
      status
      expiresAt
      exchangeRate
      feesIncluded
      totalSendingAmount
      totalReceivingAmount
    }
    ${serviceError}
  }
}
`,
    variables: {
      input: {
        source: { account: { accountId: 'InternalAccount:' } },
        destination: { account: { accountId: 'ExternalAccount:' } },
        lockedCurrencyAmount: 1000,
        lockedCurrencySide: 'SENDING',
      },
    },
  },
  {
    guide: 'wallets.md',
    query: `# The first credential of an embedded wallet.
mutation AddCredential($input: AddCredentialInput!) {
  addCredential(input: $input) {
    __typename
    ... on AuthMethod {
      id
    }
    ${serviceError}
  }
}
`,
    variables: { input: { emailOtp: { accountId: 'InternalAccount:' } } },
  },
  {
    guide: 'agents.md',
    query: `# What agents ask for, and what an approver needs to decide.
# Then: approveAgentAction(id, comment) or rejectAgentAction(id, reason).
query PendingActions {
  agentActions(filter: { status: PENDING_APPROVAL }) {
    nodes {
      id
      type
      description
      reason
      expiresAt
      agent {
        name
      }
      payee {
        displayName
        last4
      }
      sendingAmount {
        amount
        currency {
          code
        }
      }
    }
  }
}
`,
  },
  {
    guide: 'webhooks.md',
    query: `# Deliveries to your webhook endpoints, with their responses.
query Deliveries {
  webhookDeliveries(first: 10) {
    nodes {
      id
      status
      attempts(last: 3) {
        at
        responseStatus
        error
      }
    }
  }
}
`,
  },
  {
    guide: 'sandbox-outcomes.md',
    query: `# The clock of the sandbox moves forward. What falls due in between happens.
mutation AdvanceClock($seconds: Int!) {
  sandboxAdvanceClock(seconds: $seconds) {
    ... on SandboxClock {
      now
      isSettled
    }
    ${serviceError}
  }
}
`,
    variables: { seconds: 60 },
  },
  {
    guide: 'sandbox-faults.md',
    query: `# The next transfer is executed, and its response is lost.
mutation LoseResponse {
  sandboxFault(input: { kind: LOSE_RESPONSE, operation: "transferOut" }) {
    ... on SandboxFault {
      id
      remaining
      expiresAt
    }
    ${serviceError}
  }
}
`,
  },
];
