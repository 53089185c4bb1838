/** The sections of the console, in the order of the navigation. */
import {
  CardStackIcon,
  CheckCircledIcon,
  CodeIcon,
  GearIcon,
  HomeIcon,
  PersonIcon,
  RocketIcon,
} from '@radix-ui/react-icons';
import type { ComponentType } from 'react';

export interface SectionLink {
  readonly to: string;
  readonly label: string;
  readonly icon: ComponentType<{ readonly 'aria-hidden': true }>;
}

export const sections: readonly SectionLink[] = [
  { to: '/', label: 'Home', icon: HomeIcon },
  { to: '/approvals', label: 'Approvals', icon: CheckCircledIcon },
  { to: '/payments', label: 'Payments', icon: CardStackIcon },
  { to: '/customers', label: 'Customers', icon: PersonIcon },
  { to: '/agents', label: 'Agents', icon: RocketIcon },
  { to: '/developers', label: 'Developers', icon: CodeIcon },
  { to: '/settings', label: 'Settings', icon: GearIcon },
];
