import { Popover } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import css from './views.module.css';
import { type ViewedList, ViewsPanel } from './views-panel.tsx';

/** The kept views of a list: shows one, or keeps what the list shows now. */
export function ViewsMenu(list: ViewedList) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={328}
      trapFocus
      returnFocus
      classNames={{ dropdown: css['popover'] ?? '' }}
    >
      <Popover.Target>
        <Button
          iconOnPhone
          icon={<IconBookmark size={17} stroke={1.8} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          <span>Views</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ViewsPanel list={list} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
