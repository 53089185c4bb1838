/** The frame of the pages of a section: their common heading and the navigation between them. */
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import classes from './page.module.css';
import { Page } from './page.tsx';

export interface SectionView {
  readonly to: string;
  readonly label: string;
  /** The address is also the start of those of the other views. */
  readonly isExact?: boolean;
}

export function SectionPage({
  title,
  heading,
  label,
  views,
  links,
  actions,
  children,
}: {
  /** The text of the browser tab. */
  readonly title: string;
  readonly heading: string;
  /** The name of the navigation. */
  readonly label: string;
  readonly views: readonly SectionView[];
  /** Links that leave the console. */
  readonly links?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Page title={title} heading={heading} actions={actions}>
      <nav className={classes.views} aria-label={label}>
        {views.map(({ to, label: name, isExact = false }) => (
          <NavLink key={to} to={to} end={isExact}>
            {name}
          </NavLink>
        ))}
        {links}
      </nav>
      {children}
    </Page>
  );
}
