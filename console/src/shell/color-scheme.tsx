/** Light, dark, or that of the device. */
import { Menu, useMantineColorScheme } from '@mantine/core';
import { CheckIcon, DesktopIcon, MoonIcon, SunIcon } from '@radix-ui/react-icons';

const schemes = [
  { value: 'light', label: 'Light', icon: SunIcon },
  { value: 'dark', label: 'Dark', icon: MoonIcon },
  { value: 'auto', label: 'As the device', icon: DesktopIcon },
] as const;

export function ColorSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return schemes.map(({ value, label, icon: Icon }) => (
    <Menu.Item
      key={value}
      role="menuitemradio"
      aria-checked={colorScheme === value}
      leftSection={<Icon aria-hidden />}
      rightSection={colorScheme === value ? <CheckIcon aria-hidden /> : undefined}
      closeMenuOnClick={false}
      onClick={() => setColorScheme(value)}
    >
      {label}
    </Menu.Item>
  ));
}
