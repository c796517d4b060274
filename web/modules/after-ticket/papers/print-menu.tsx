import type { ReactNode } from 'react';
import type { Booking } from '#contract/bookings.ts';
import {
  type PaperKind,
  paperKinds,
  paperNames,
  whyNoPaper,
} from '#contract/modules/after-ticket/papers.ts';
import { printable } from '#contract/printable.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { useEscapeKey } from '#web/ui/dialog/use-escape.ts';
import { IconCircleCheck, IconFlagCheck, IconPrinter, IconTicket } from '#web/ui/icons.ts';
import { PlaceOf, useOpener } from '#web/ui/overlay/lazy-overlays.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { PaperSizeChoice, usePaperSize } from './paper-size.tsx';
import css from './print-menu.module.css';
import { formats, type PaperFormat, usePrinting } from './use-printing.ts';

/** The papers of a booking: which one, in which size, to print at once or to download. */
export function PrintMenu({ booking }: { booking: Booking }) {
  const { overlays, opened, button, opener, popup, close } = useOpener('dialog');
  const { busy, print } = usePrinting(booking._id);
  const size = usePaperSize();
  const { name, address, location, make, model, color } = booking;
  const { missing } = printable([name, address, location, make, model, color].join(' '));
  useEscapeKey(opened, close);

  return (
    <>
      <Button {...opener} size="sm" iconOnTablet icon={<IconPrinter size={16} aria-hidden />}>
        <span>Print</span>
      </Button>
      {overlays && (
        <overlays.Popover
          {...popup}
          position="bottom-end"
          width={344}
          closeOnEscape={false}
          trapFocus
          returnFocus
          classNames={{ dropdown: css['menu'] ?? '' }}
        >
          <overlays.Popover.Target>
            <PlaceOf button={button} />
          </overlays.Popover.Target>
          <overlays.Popover.Dropdown>
            <PaperSizeChoice />
            <ul>
              {paperKinds.map((kind) => (
                <PaperRow
                  key={kind}
                  kind={kind}
                  reason={whyNoPaper(booking, kind)}
                  busy={busy}
                  onPrint={(format) => void print(kind, format, size)}
                />
              ))}
            </ul>
            {missing !== '' && (
              <p className={classNames('small quiet', css['reason'])}>
                A PDF cannot show these letters: {missing}. The print view shows them.
              </p>
            )}
          </overlays.Popover.Dropdown>
        </overlays.Popover>
      )}
    </>
  );
}

const icons: Readonly<Record<PaperKind, ReactNode>> = {
  ticket: <IconTicket size={18} stroke={1.8} aria-hidden />,
  receipt: <IconCircleCheck size={18} stroke={1.8} aria-hidden />,
  clearance: <IconFlagCheck size={18} stroke={1.8} aria-hidden />,
};

interface PaperRowProps {
  kind: PaperKind;
  /** The reason why there is no such paper yet. */
  reason: string | undefined;
  /** The paper and the format that are under way, such as `ticket pdf`. */
  busy: string | null;
  onPrint: (format: PaperFormat) => void;
}

/** One paper with its two formats, or why it can't be printed yet. */
function PaperRow({ kind, reason, busy, onPrint }: PaperRowProps) {
  const name = paperNames[kind];
  return (
    <li className={classNames('row wrap line-top', css['paper'])}>
      <span className={classNames('row gap-4 strong', css['name'])}>
        {icons[kind]}
        {name}
      </span>
      <span className="flex gap-4">
        {formats.map(([format, label]) => (
          <Button
            key={format}
            size="sm"
            aria-label={`${label}, ${name}`}
            disabled={reason !== undefined || (busy !== null && busy !== `${kind} ${format}`)}
            reason={reason ?? 'Hanya is still preparing another paper.'}
            loading={busy === `${kind} ${format}`}
            onClick={() => onPrint(format)}
          >
            {label}
          </Button>
        ))}
      </span>
      {reason !== undefined && <p className={classNames('small quiet', css['reason'])}>{reason}</p>}
    </li>
  );
}
