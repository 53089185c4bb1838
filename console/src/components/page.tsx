/** The frame of a page: its heading, which gets the focus after a navigation, and its actions. */
import { Anchor, Title } from '@mantine/core';
import { ChevronLeftIcon } from '@radix-ui/react-icons';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import classes from './page.module.css';

let hasNavigated = false;

export function Page({
  title,
  heading = title,
  back,
  actions,
  children,
}: {
  /** The text of the browser tab. */
  readonly title: string;
  readonly heading?: ReactNode;
  readonly back?: { readonly to: string; readonly label: string };
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Payments`;
  }, [title]);
  useEffect(() => {
    // Screen readers announce the new page, and the tab key continues from its start. After the first load the browser does the
    // first, and the tab key starts with the link that skips the navigation.
    if (hasNavigated) ref.current?.focus({ preventScroll: true });
    hasNavigated = true;
  }, []);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.titles}>
          {back && (
            <Anchor component={Link} to={back.to} size="sm" className={classes.back}>
              <ChevronLeftIcon aria-hidden /> {back.label}
            </Anchor>
          )}
          <Title order={1} size="h2" ref={ref} tabIndex={-1} className={classes.title}>
            {heading}
          </Title>
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with a heading. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.sectionHeader}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {actions}
      </div>
      {children}
    </section>
  );
}

export interface Detail {
  readonly label: string;
  /** Absent details are not shown. */
  readonly value: ReactNode;
}

/** Names and values. */
export function DetailList({ details }: { readonly details: readonly Detail[] }) {
  return (
    <dl className={classes.details}>
      {details
        .filter(({ value }) => value !== undefined && value !== null && value !== '')
        .map(({ label, value }) => (
          <div key={label} className={classes.detail}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
