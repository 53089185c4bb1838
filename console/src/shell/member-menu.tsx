/** The menu of the signed-in member. Its components are loaded after the first page is shown. */
import { Menu, UnstyledButton } from '@mantine/core';
import { ExitIcon, LockClosedIcon, PersonIcon } from '@radix-ui/react-icons';
import { Link } from 'react-router';
import { words } from '../components/status.tsx';
import { useSession, useSessionContext } from '../session/session.tsx';
import { ColorSchemeItems } from './color-scheme.tsx';
import classes from './shell.module.css';

export default function MemberMenu() {
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
