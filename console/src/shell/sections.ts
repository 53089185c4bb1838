/** The sections of the console, in the order of the navigation. */
import {
  ArchiveIcon,
  CardStackIcon,
  CheckCircledIcon,
  CodeIcon,
  GearIcon,
  HomeIcon,
  PersonIcon,
  RocketIcon,
} from '@radix-ui/react-icons';
import type { ComponentType } from 'react';
import type { Role } from '../session/requests.ts';

export interface SectionLink {
  readonly to: string;
  readonly label: string;
  readonly icon: ComponentType<{ readonly 'aria-hidden': true }>;
  /** Only members with this role have the section. */
  readonly role?: Role;
}

export const sections: readonly SectionLink[] = [
  { to: '/', label: 'Home', icon: HomeIcon },
  { to: '/approvals', label: 'Approvals', icon: CheckCircledIcon },
  { to: '/payments', label: 'Payments', icon: CardStackIcon },
  { to: '/customers', label: 'Customers', icon: PersonIcon },
  { to: '/banks', label: 'Banks', icon: ArchiveIcon, role: 'VIEW' },
  { to: '/agents', label: 'Agents', icon: RocketIcon },
  { to: '/developers', label: 'Developers', icon: CodeIcon },
  { to: '/settings', label: 'Settings', icon: GearIcon },
];
