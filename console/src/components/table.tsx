/**
 * Lists of records. A list shows one page at a time, so it stays fast with any number of records. The position is in the URL.
 * On narrow screens each row is a card with the names of its columns.
 */
import { Button, Group, Text } from '@mantine/core';
import { ChevronLeftIcon, ChevronRightIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { withParameters } from './search-parameters.ts';
import classes from './table.module.css';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned at their end. */
  readonly isNumeric?: boolean;
  /** A short text, which is not broken. */
  readonly isShort?: boolean;
}

export function DataTable<Row extends { readonly id: string }>({
  label,
  rows,
  columns,
  linkTo,
  isRefreshing = false,
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** The page of a record. The first column is its link, and the whole row can be clicked. */
  readonly linkTo?: (row: Row) => string;
  readonly isRefreshing?: boolean;
}) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label} aria-busy={isRefreshing}>
        <thead>
          <tr>
            {columns.map(({ header, isNumeric }) => (
              <th key={header} scope="col" data-numeric={isNumeric || undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-linked={linkTo ? true : undefined}>
              {columns.map(({ header, cell, isNumeric, isShort }, index) => (
                <td
                  key={header}
                  data-label={header}
                  data-numeric={isNumeric || undefined}
                  data-short={isShort || undefined}
                >
                  {index === 0 && linkTo ? (
                    <Link to={linkTo(row)} className={classes.link}>
                      {cell(row)}
                    </Link>
                  ) : (
                    <span className={classes.value}>{cell(row)}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export interface PageInfo {
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

export const pageSize = 25;

export interface PagePosition {
  readonly first?: number;
  readonly last?: number;
  readonly after?: string;
  readonly before?: string;
}

/** The position in a list, from the URL. */
export function usePagePosition(size = pageSize): PagePosition {
  const [parameters] = useSearchParams();
  const after = parameters.get('after');
  const before = parameters.get('before');
  if (before !== null) return { last: size, before };
  return after === null ? { first: size } : { first: size, after };
}

export function Pager({ info, total }: { readonly info: PageInfo; readonly total?: number | undefined }) {
  const [parameters] = useSearchParams();
  const at = (name: 'after' | 'before', cursor: string | null) => ({
    search: `?${withParameters(parameters, { [name]: cursor })}`,
  });
  const hasPrevious = info.hasPreviousPage && info.startCursor !== null;
  const hasNext = info.hasNextPage && info.endCursor !== null;
  if (!hasPrevious && !hasNext && total === undefined) return null;
  return (
    <Group justify="space-between" component="nav" aria-label="Pages">
      <Text size="sm" c="dimmed">
        {total !== undefined &&
          `${new Intl.NumberFormat().format(total)} ${total === 1 ? 'record' : 'records'}`}
      </Text>
      {(hasPrevious || hasNext) && (
        <Group gap="xs">
          <PageButton to={hasPrevious ? at('before', info.startCursor) : undefined}>
            <ChevronLeftIcon aria-hidden /> Previous
          </PageButton>
          <PageButton to={hasNext ? at('after', info.endCursor) : undefined}>
            Next <ChevronRightIcon aria-hidden />
          </PageButton>
        </Group>
      )}
    </Group>
  );
}

function PageButton({
  to,
  children,
}: {
  readonly to: { readonly search: string } | undefined;
  readonly children: ReactNode;
}) {
  return to ? (
    <Button component={Link} to={to} variant="default" size="xs">
      {children}
    </Button>
  ) : (
    <Button variant="default" size="xs" disabled>
      {children}
    </Button>
  );
}
