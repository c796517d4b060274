import { useState } from 'react';
import { listOriginals, type Original } from '#contract/originals.ts';
import type { Taken } from '#contract/taken.ts';
import { dataOf } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PanelFailure, PanelSkeleton } from '#web/ui/shell/panel.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './evidence.module.css';

/** The evidence of a collision as it was received, to be saved; loaded once it is asked for. */
export function Originals({ id }: { id: string }) {
  const [opened, setOpened] = useState(false);
  const sees = useMay('see history');
  if (!sees) return null;
  if (opened) return <OriginalRows id={id} />;
  return (
    <p className={css['ask']}>
      <Button variant="link" size="sm" onClick={() => setOpened(true)}>
        Original files
      </Button>
    </p>
  );
}

function OriginalRows({ id }: { id: string }) {
  const { data, failure, reload } = useLoaded(id, (signal) =>
    dataOf(listOriginals, { params: { id }, signal }),
  );
  if (data === null) {
    if (failure !== null) return <PanelFailure message={failure} onRetry={reload} />;
    return (
      <div aria-busy>
        <PanelSkeleton rows={2} height={56} />
      </div>
    );
  }
  if (data.length === 0)
    return (
      <p className={classNames('small quiet', css['none'])}>
        Hanya did not keep the original files of these pictures.
      </p>
    );
  return (
    <ul className={css['rows']} aria-label="Original files">
      {data.map((original) => (
        <OriginalRow key={`${original.field} ${original.line}`} original={original} />
      ))}
    </ul>
  );
}

function OriginalRow({ original }: { original: Original }) {
  const { field, line, type, bytes, sha256, sentAt, sentBy, taken, address } = original;
  const name = names[field](line);
  return (
    <li className="grid gap-1">
      <div className="row between gap-4">
        <b>{name}</b>
        <a
          className={buttonClass({ size: 'sm' })}
          href={address}
          download
          aria-label={`Save the original of ${name}`}
        >
          Save
        </a>
      </div>
      <span className="small quiet">
        {joined([type, `${Math.ceil(bytes / 1024)} KB`, momentOf(sentAt), sentBy?.name ?? ''])}
      </span>
      {taken && <span className="small quiet">{takenWords(taken)}</span>}
      <code className={css['hash']}>SHA-256 {sha256}</code>
    </li>
  );
}

/** "From the camera: 2026-11-22 08:12:00 +01:00, 11.12, 7.7, turned (6)", as far as it is known. */
function takenWords({ at, position, orientation }: Taken): string {
  const when = at?.replace('T', ' ').replace(/(?=[+-]\d\d:\d\d$)/, ' ') ?? '';
  const where = position ? `${position.lat}, ${position.lng}` : '';
  const turned = orientation === undefined || orientation === 1 ? '' : `turned (${orientation})`;
  return `From the camera: ${joined([when, where, turned])}`;
}

const names: Readonly<Record<Original['field'], (line: number) => string>> = {
  img: (line) => `Evidence ${line}`,
  vid: () => 'Video',
  driverImg: (line) => `Driver of vehicle ${line}`,
  vehicleImg: (line) => `Vehicle ${line}`,
};
