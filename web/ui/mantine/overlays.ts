// What lies over the page when somebody opens it, a field's list among it, with its sheets; fetched
// after the page, by lazy-overlays.ts.
import '../theme/mantine-styles.ts';
import '../theme/parts.css';
export { Drawer, Menu, Modal, Popover, Select } from '@mantine/core';
