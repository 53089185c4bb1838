/** The frame of all pages: navigation, the platform, the member, and messages about the connection. */
import { ActionIcon, Drawer, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ExitIcon, HamburgerMenuIcon, LockClosedIcon, PersonIcon } from '@radix-ui/react-icons';
import { Suspense } from 'react';
import { Link, NavLink, Outlet } from 'react-router';
import { LoadingRows } from '../components/notices.tsx';
import { words } from '../components/status.tsx';
import { useSession, useSessionContext } from '../session/session.tsx';
import { ConnectionBanner } from './banners.tsx';
import { ColorSchemeItems } from './color-scheme.tsx';
import { useWaitingCount } from './inbox.tsx';
import { sections } from './sections.ts';
import classes from './shell.module.css';

function Navigation({ onNavigate }: { readonly onNavigate?: () => void }) {
  const waiting = useWaitingCount();
  return (
    <nav aria-label="Sections">
      <ul className={classes.links}>
        {sections.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/'} className={classes.navLink ?? ''} onClick={onNavigate}>
              <Icon aria-hidden />
              <span className={classes.navLabel}>{label}</span>
              {to === '/approvals' && waiting > 0 && (
                <span className={classes.count}>
                  {waiting > 99 ? '99+' : waiting}
                  <VisuallyHidden> waiting</VisuallyHidden>
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PlatformName() {
  const { platform } = useSession();
  return (
    <div className={classes.platform}>
      <span className={classes.platformName}>{platform.name}</span>
      <span className={classes.mode} data-mode={platform.mode}>
        {words(platform.mode)}
      </span>
    </div>
  );
}

function MemberMenu() {
  const { member } = useSession();
  const { leave } = useSessionContext();
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.member}>
          <PersonIcon aria-hidden />
          <span className={classes.memberName}>{member.name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{member.email}</Menu.Label>
        <Menu.Label>{member.roles.map(words).join(', ')}</Menu.Label>
        <Menu.Divider />
        <ColorSchemeItems />
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings/passkeys" leftSection={<LockClosedIcon aria-hidden />}>
          Your passkeys
        </Menu.Item>
        <Menu.Item leftSection={<ExitIcon aria-hidden />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function Shell() {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      <aside className={classes.sidebar}>
        <PlatformName />
        <Navigation />
      </aside>
      <section className={classes.header} aria-label="Platform and member">
        <ActionIcon
          className={classes.menuButton}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Open the navigation"
          onClick={open}
        >
          <HamburgerMenuIcon aria-hidden />
        </ActionIcon>
        <div className={classes.headerPlatform}>
          <PlatformName />
        </div>
        <MemberMenu />
      </section>
      <Drawer opened={isOpen} onClose={close} title="Sections" size="17rem">
        <Navigation onNavigate={close} />
      </Drawer>
      <main id="main" className={classes.main} tabIndex={-1}>
        <ConnectionBanner />
        <Suspense fallback={<LoadingRows />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
