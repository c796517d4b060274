import { useEffect, useState } from 'react';
import type { KnownDevices } from '#contract/modules/field-work/devices.ts';
import { readTicketCode } from '#contract/ticket-code.ts';
import { useServerBack } from '#web/api/connection.ts';
import { useMay } from '#web/api/store-hooks.ts';
import type { Copy } from '#web/device/copies.ts';
import { momentOf } from '#web/format/time.ts';
import { knownDevices, renewKnownDevices } from '#web/modules/field-work/devices/known-devices.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconQrcode } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './check-ticket.module.css';
import { OfficersPhones } from './officers-phones.tsx';
import { Scanner } from './scanner.tsx';
import { TicketVerdict } from './ticket-verdict.tsx';
import { type Verdict, verdictOf } from './verdict.ts';

/** Tells, also without a network, whether a ticket is genuine. */
export function CheckTicket({ withPhones }: { withPhones: boolean }) {
  const { known, renew } = useKnownDevices();
  const mayRevoke = useMay('revoke devices');
  const [scanning, setScanning] = useState(false);
  const [typed, setTyped] = useState('');
  const [verdict, setVerdict] = useState<Verdict | null>(null);

  async function check(text: string): Promise<void> {
    setScanning(false);
    setVerdict(await verdictOf(addressOf(text, known), known?.value ?? null, Date.now()));
  }

  return (
    <div className={classNames('halves', css['columns'])}>
      {verdict && (
        <TicketVerdict
          verdict={verdict}
          own={known?.value.organisation ?? null}
          toldAt={known?.readAt ?? null}
        />
      )}
      <Card label="The ticket">
        <div className={classNames('column', css['body'])}>
          {scanning ? (
            <Scanner onFound={(text) => void check(text)} onClose={() => setScanning(false)} />
          ) : (
            <Button
              variant="primary"
              size="lg"
              wide
              icon={<IconQrcode size={22} aria-hidden />}
              onClick={() => {
                setVerdict(null);
                setScanning(true);
              }}
            >
              Scan the code
            </Button>
          )}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (typed.trim() !== '') void check(typed);
            }}
            className="column gap-5"
          >
            <TextField
              label="Or enter the ticket’s web address or code"
              hint="Enter the web address below the QR code, or its last 18 letters and digits. Without a network, Hanya can only check a scanned code."
              value={typed}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={400}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <div>
              <Button type="submit">Check</Button>
            </div>
          </form>
          <p className="small quiet">
            {known === null
              ? 'This device does not yet know who signs tickets. Open this screen while you have a network.'
              : `This device can check tickets from ${countOf(known.value)}, as at ${momentOf(known.readAt)}.`}
          </p>
        </div>
      </Card>
      {withPhones && mayRevoke && known && <OfficersPhones known={known.value} onChanged={renew} />}
    </div>
  );
}

function countOf({ devices }: KnownDevices): string {
  const signing = devices.filter(({ revokedAt }) => revokedAt === null).length;
  return signing === 1 ? '1 phone' : `${signing} phones`;
}

/** A code typed off a paper, as the address that its QR code would hold. */
function addressOf(text: string, known: Copy<KnownDevices> | null): string {
  const site = known?.value.publicUrl ?? window.location.origin;
  const [, before = site, typed = ''] = /^(?:(.*)\/t\/)?([^/#]+)$/.exec(text.trim()) ?? [];
  const code = readTicketCode(typed);
  const address = code === undefined ? text.trim() : `${before}/t/${code}`;
  // Papers leave out how the address begins.
  return /^https?:/i.test(address) ? address : `${site.replace(/:.*/s, '')}://${address}`;
}

/** The device's own list of the others, read anew where there is a network. */
function useKnownDevices() {
  const [known, setKnown] = useState<Copy<KnownDevices> | null>(null);
  function renew(): void {
    // Without a network the copy stays.
    renewKnownDevices().then(
      (value) => setKnown({ value, readAt: Date.now() }),
      () => undefined,
    );
  }
  useEffect(() => {
    let left = false;
    void knownDevices().then((copy) => {
      if (!left && copy) setKnown((now) => now ?? copy);
    });
    renew();
    return () => {
      left = true;
    };
  }, []);
  useServerBack(renew);
  return { known, renew };
}
