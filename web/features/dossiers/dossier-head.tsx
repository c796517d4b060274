import { useState } from 'react';
import type { Dossier } from '#contract/dossiers.ts';
import { exportPerson } from '#contract/person-files.ts';
import { callFile } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { dateOf, momentOf } from '#web/format/time.ts';
import type { DossierSubject } from '#web/records/addresses/dossier-address.ts';
import { type AsAt, knownOfKept } from '#web/records/known/known-plates.ts';
import { isKnown, vehicleWords } from '#web/records/known/known-rules.ts';
import type { KeptPlate } from '#web/records/known/plates-on-device.ts';
import { Plate } from '#web/records/plate.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { download } from '#web/ui/controls/download.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconDownload, IconPhone } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { kindNames } from './dossier-kinds.ts';
import css from './dossier-screen.module.css';

interface DossierHeadProps extends DossierSubject {
  /** Null while it is loading. */
  dossier: Dossier | null;
  /** The device's record of the plate, in place of a dossier that can't be read. */
  kept: AsAt<KeptPlate> | null;
}

/** The plate, licence or phone number of the dossier, and what was last recorded about it. */
export function DossierHead({ of, value, dossier, kept }: DossierHeadProps) {
  const answers = useMay('answer for personal data');
  return (
    <div className={classNames('flex wrap', css['head'])}>
      <h1 className={classNames('column align-start shrink gap-3', css['title'])}>
        <span className="small quiet strong">Dossier, {kindNames[of].toLowerCase()} </span>
        {of === 'plate' ? <Plate value={value} size="lg" /> : <b>{value}</b>}
      </h1>
      <div className={classNames('anywhere', css['words'])}>
        <p>{dossier ? lastRecorded(dossier) : kept && vehicleWords(knownOfKept(kept.found))}</p>
        <p className="quiet">{dossier ? seenWords(dossier) : kept && keptWords(kept)}</p>
      </div>
      {of === 'phone' && (
        <a className={buttonClass({})} href={`tel:${value.replaceAll(/[^\d+]/g, '')}`}>
          <IconPhone size={17} aria-hidden />
          Call
        </a>
      )}
      {answers && dossier && isKnown(dossier) && <PersonFile of={of} value={value} />}
    </div>
  );
}

function lastRecorded(dossier: Dossier): string {
  return dossier.of === 'plate' ? vehicleWords(dossier) : (dossier.driver?.name ?? '');
}

function keptWords({ found, readAt }: AsAt<KeptPlate>): string {
  return `Last seen ${dateOf(found.lastSeen)}, updated ${momentOf(readAt)}`;
}

function seenWords({ firstSeen, lastSeen, within }: Dossier): string {
  if (firstSeen === null || lastSeen === null) return '';
  const [first, last] = [dateOf(firstSeen), dateOf(lastSeen)];
  if (within !== undefined) return `Last seen ${last}`;
  return first === last ? `Seen on ${first}` : `First seen ${first}, last seen ${last}`;
}

/** Saves all that is kept about a person as one file, to hand out to them. */
function PersonFile({ of, value }: DossierSubject) {
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const file = await callFile(exportPerson, { body: { of, value } });
      download(file);
      toastDone(`Downloaded ${file.name}`);
    } catch (error) {
      toastFailed(failedCall(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      icon={<IconDownload size={17} stroke={1.8} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      Export personal data
    </Button>
  );
}
