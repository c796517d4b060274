// What lies over the page when somebody opens it, a field's list among it; fetched after the page, by late-overlays.ts.
export { Drawer, Menu, Modal, Popover, Select } from '@mantine/core';
