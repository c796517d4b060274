// Mantine's overlays and lists of fields, with their sheets. lazy-overlays.ts fetches them after
// the page.
import '../theme/mantine-styles.ts';
import '../theme/parts.css';
export { Drawer, Menu, Modal, Popover, Select } from '@mantine/core';
