import { useEffect, useState } from 'react';
import { inAlphabet } from '#contract/folding.ts';
import {
  type Certificate,
  type KnownDevices,
  revokeDevice,
} from '#contract/modules/field-work/devices.ts';
import { holdsWords } from '#contract/names.ts';
import { call } from '#web/api/call.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './check-ticket.module.css';
import { placeOf } from './verdict-words.ts';
import { certified } from './verdict.ts';

/** So many are shown at once: whoever looks for another one enters its officer. */
const shown = 8;

interface Phone extends Certificate {
  revokedAt: string | null;
}

interface OfficersPhonesProps {
  known: KnownDevices;
  onChanged: () => void;
}

/** The phones of the officers in the caller's place, which a superior takes out of use when lost. */
export function OfficersPhones({ known, onChanged }: OfficersPhonesProps) {
  const user = useCurrentUser();
  const phones = usePhones(known);
  const [name, setName] = useState('');
  const [revoking, setRevoking] = useState<string | null>(null);

  async function revoke({ sub, officer }: Phone): Promise<void> {
    setRevoking(sub);
    try {
      await call(revokeDevice, { params: { id: officer.id, device: sub } });
      toastDone(`${officer.name}’s phone can no longer sign tickets.`);
      onChanged();
    } catch (error) {
      toastFailed(failedCall(error).message);
    }
    setRevoking(null);
  }

  const theirs = phones.filter(
    ({ officer, zone }) =>
      officer.id !== user?.id &&
      (user?.zone == null || zone === user.zone) &&
      holdsWords(officer.name, name),
  );
  return (
    <Card title="Officers’ phones">
      <div className={classNames('column', css['body'])}>
        <p className="quiet">
          Take a lost phone out of use here. Hanya will tell other phones when they next have a
          network.
        </p>
        <TextField
          label="Officer"
          value={name}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {theirs.length === 0 && (
          <p className="quiet">This officer has no phones that sign tickets.</p>
        )}
        <ul className="column ruled" aria-label="Phones">
          {theirs.slice(0, shown).map((phone) => (
            <li key={phone.sub} className="row gap-6">
              <div className="column grow anywhere">
                <b>{phone.officer.name}</b>
                <span className="small quiet">
                  {placeOf(phone)},{' '}
                  {phone.revokedAt === null
                    ? `has signed tickets since ${momentOf(phone.nbf * 1000)}`
                    : `out of use since ${momentOf(phone.revokedAt)}`}
                </span>
              </div>
              {phone.revokedAt === null && (
                <Button
                  size="sm"
                  loading={revoking === phone.sub}
                  aria-label={`Take out of use: ${phone.officer.name}`}
                  onClick={() => void revoke(phone)}
                >
                  Take out of use
                </Button>
              )}
            </li>
          ))}
        </ul>
        {theirs.length > shown && (
          <p className="small quiet">
            {theirs.length - shown} more. Enter a name to shorten the list.
          </p>
        )}
      </div>
    </Card>
  );
}

function usePhones(known: KnownDevices): Phone[] {
  const [phones, setPhones] = useState<Phone[]>([]);
  useEffect(() => {
    let left = false;
    const read = known.devices.map(async ({ certificate, revokedAt }) => {
      const says = await certified(certificate, known);
      return says ? [{ ...says, revokedAt }] : [];
    });
    void Promise.all(read).then((all) => {
      if (!left) setPhones(all.flat().sort((a, b) => inAlphabet(a.officer.name, b.officer.name)));
    });
    return () => {
      left = true;
    };
  }, [known]);
  return phones;
}
