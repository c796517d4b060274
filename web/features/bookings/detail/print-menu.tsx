import { Popover } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { paperKinds, type PaperSize, whyNoPaper } from '#contract/papers.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { useEscape } from '#web/ui/dialog/use-escape.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import css from './print-menu.module.css';
import { PrintRow } from './print-row.tsx';
import { PrintSizes } from './print-sizes.tsx';
import { usePrinting } from './use-printing.ts';

/** The papers of a booking: which, on which sheet, to print at once or to keep. */
export function PrintMenu({ booking }: { booking: Booking }) {
  const [opened, setOpened] = useState(false);
  const { busy, print } = usePrinting(booking._id);
  const phone = useScreen('phone');
  const [chosen, setChosen] = useState<PaperSize | null>(null);
  // At the roadside a pocket printer is at hand, in the office one with sheets.
  const size = chosen ?? (phone ? '80mm' : 'a4');
  useEscape(opened, () => setOpened(false));

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={344}
      closeOnEscape={false}
      trapFocus
      returnFocus
      classNames={{ dropdown: css['menu'] ?? '' }}
    >
      <Popover.Target>
        <Button
          size="sm"
          iconOnPhone
          icon={<IconPrinter size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          <span>Print</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <PrintSizes size={size} onChange={setChosen} />
        <ul>
          {paperKinds.map((kind) => (
            <PrintRow
              key={kind}
              kind={kind}
              reason={whyNoPaper(booking, kind)}
              busy={busy}
              onPrint={(way) => void print(kind, way, size)}
            />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
