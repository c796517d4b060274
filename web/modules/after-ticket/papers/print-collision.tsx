import type { Collision } from '#contract/collisions.ts';
import { printCollision } from '#contract/modules/after-ticket/papers.ts';
import { printable } from '#contract/printable.ts';
import { callFile } from '#web/api/call.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { useEscapeKey } from '#web/ui/dialog/use-escape.ts';
import { IconPrinter } from '#web/ui/icons.ts';
import { PlaceOf, useOpener } from '#web/ui/overlay/lazy-overlays.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './print-menu.module.css';
import { formats, usePapers } from './use-printing.ts';

/** The page of a collision for the police and the insurer: to print at once or to download. */
export function PrintCollision({ collision }: { collision: Collision }) {
  const { overlays, opened, button, opener, popup, close } = useOpener('dialog');
  const { busy, show } = usePapers();
  const { _id: id } = collision;
  const { missing } = printable(writtenIn(collision));
  useEscapeKey(opened, close);
  return (
    <>
      <Button {...opener} size="sm" iconOnPhone icon={<IconPrinter size={16} aria-hidden />}>
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
            <p className="strong">Collision report, A4</p>
            <p className="small quiet">One page for the police and the insurer.</p>
            <div className={classNames('flex gap-4', css['formats'])}>
              {formats.map(([format, label]) => (
                <Button
                  key={format}
                  size="sm"
                  disabled={busy !== null && busy !== format}
                  reason="Hanya is still preparing another paper."
                  loading={busy === format}
                  onClick={() =>
                    void show(format, format, () =>
                      callFile(printCollision, { params: { id }, query: { format } }),
                    )
                  }
                >
                  {label}
                </Button>
              ))}
            </div>
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

/** Joins what people typed, which may hold letters that a PDF lacks. */
const writtenIn = ({ location, desc, notes, vehicle, officer }: Collision): string =>
  [
    location,
    desc,
    notes,
    ...vehicle.flatMap(({ make, model, name }) => [make, model, name]),
    ...officer.map(({ statement }) => statement),
  ].join(' ');
