/** References to records of any type, and who changed them. */
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ActorPartsFragment, ChangePartsFragment } from '../api/shared.documents.ts';
import { CopyableId } from './copyable.tsx';
import classes from './records.module.css';
import { words } from './status.tsx';

/** The pages of the types of records that have one. */
const pages: Readonly<Record<string, string>> = {
  Agent: '/agents',
  AgentAction: '/approvals',
  BankConnection: '/banks/connections',
  BankEntry: '/banks/entries',
  BankFile: '/banks/files',
  Customer: '/customers',
  InternalAccount: '/customers/accounts',
  Member: '/settings/members',
  Transaction: '/payments',
  UnmatchedDeposit: '/banks/deposits',
};

/** The page of a record by its id; undefined for a type without one. */
export const pageOf = (id: string): string | undefined => {
  const page = pages[id.split(':')[0] ?? ''];
  return page && `${page}/${id}`;
};

/** The id of a record, and a link to its page. */
export function RecordId({ id }: { readonly id: string }) {
  const page = pageOf(id);
  return (
    <>
      <CopyableId id={id} />
      {page && (
        <Anchor component={Link} to={page} size="sm" ms="xs">
          Open
        </Anchor>
      )}
    </>
  );
}

const kinds: Readonly<Record<string, string>> = { API_TOKEN: 'API token' };

/** Who did something, with a link to members and agents. */
export function ActorName({ actor: { kind, id, name } }: { readonly actor: ActorPartsFragment }) {
  const kindText = kinds[kind] ?? words(kind);
  const page = id === null ? undefined : pageOf(id);
  let text: ReactNode = name;
  if (name !== null && page !== undefined) {
    text = (
      <Anchor component={Link} to={page} size="sm" inherit>
        {name}
      </Anchor>
    );
  }
  return (
    <>
      {text ?? kindText}
      {name !== null && kind !== 'MEMBER' && <span className={classes.kind}> ({kindText})</span>}
    </>
  );
}

const textOf = (value: string | null): ReactNode =>
  value === null ? <span className={classes.none}>none</span> : value;

/** The changed fields of a record, each with its value before and after. */
export function Changes({ changes }: { readonly changes: readonly ChangePartsFragment[] }) {
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {before !== null && (
              <>
                <span className={classes.before}>{textOf(before)}</span> →{' '}
              </>
            )}
            {textOf(after)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
