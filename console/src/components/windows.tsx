/** The components of windows that are loaded after the first page. */
export { Drawer, Modal } from '@mantine/core';
