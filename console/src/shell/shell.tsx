/** The frame of all pages: navigation, the platform, the member, and messages about the connection. */
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { HamburgerMenuIcon, PersonIcon } from '@radix-ui/react-icons';
import { type ComponentType, Suspense, useState } from 'react';
import { NavLink, Outlet } from 'react-router';
import { LaterDrawer, LoadLater } from '../components/later.tsx';
import { LoadingRows } from '../components/notices.tsx';
import { words } from '../components/status.tsx';
import { useSession } from '../session/session.tsx';
import { ConnectionBanner } from './banners.tsx';
import { BasicsProvider } from './basics.tsx';
import { useWaitingCount } from './inbox.tsx';
import { sections } from './sections.ts';
import classes from './shell.module.css';

function Navigation({ onNavigate }: { readonly onNavigate?: () => void }) {
  const waiting = useWaitingCount();
  const { roles } = useSession().member;
  const shown = sections.filter(({ role }) => role === undefined || roles.includes(role));
  return (
    <nav aria-label="Sections">
      <ul className={classes.links}>
        {shown.map(({ to, label, icon: Icon }) => (
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

/** The member as text, until the menu is loaded. */
function MemberName() {
  const { member } = useSession();
  return (
    <span className={classes.member}>
      <PersonIcon aria-hidden />
      <span className={classes.memberName}>{member.name}</span>
    </span>
  );
}

export function Shell() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [menu, setMenu] = useState<{ readonly Menu: ComponentType }>();
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
        {menu ? <menu.Menu /> : <MemberName />}
      </section>
      <LaterDrawer opened={isOpen} onClose={close} title="Sections" size="17rem">
        <Navigation onNavigate={close} />
      </LaterDrawer>
      <main id="main" className={classes.main} tabIndex={-1}>
        <ConnectionBanner />
        <BasicsProvider>
          <Suspense fallback={<LoadingRows />}>
            <Outlet />
          </Suspense>
          <LoadLater onMemberMenu={(Menu) => setMenu({ Menu })} />
        </BasicsProvider>
      </main>
    </div>
  );
}
