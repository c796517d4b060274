import { useState } from 'react';
import { type Device, listDevicesOf, revokeDevice } from '#contract/modules/field-work/devices.ts';
import { call, dataOf } from '#web/api/call.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { Age } from '#web/format/age.tsx';
import { dateOf, momentOf } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconDeviceDesktop, IconDeviceMobile } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { PanelEmpty, PanelFailure, PanelSkeleton } from '#web/ui/shell/panel.tsx';

/**
 * The phones and browsers that sign tickets for an account, each with a way to take it out of use.
 */
function DeviceList({ userId }: { userId: string }) {
  const { data, failure, at, reload } = useLoaded(userId, (signal) =>
    dataOf(listDevicesOf, { params: { id: userId }, signal }),
  );
  const [revoking, setRevoking] = useState<string | null>(null);

  async function revoke(device: string): Promise<void> {
    setRevoking(device);
    try {
      await call(revokeDevice, { params: { id: userId, device } });
      toastDone('This phone can no longer sign tickets.');
    } catch (error) {
      toastFailed(failedCall(error).message);
    }
    setRevoking(null);
    reload();
  }

  if (data === null) {
    if (failure !== null) return <PanelFailure message={failure} onRetry={reload} />;
    return (
      <div aria-busy>
        <PanelSkeleton rows={1} height={56} />
      </div>
    );
  }
  if (data.length === 0) return <PanelEmpty>There are no phones that sign tickets yet.</PanelEmpty>;
  return (
    <ul className="column ruled" aria-label="Phones that sign tickets">
      {data.map((device) => (
        <DeviceRow
          key={device.id}
          device={device}
          hasEnded={at !== null && Date.parse(device.validUntil) < at}
          revoking={revoking === device.id}
          onRevoke={() => void revoke(device.id)}
        />
      ))}
    </ul>
  );
}

interface DeviceRowProps {
  device: Device;
  hasEnded: boolean;
  revoking: boolean;
  onRevoke: () => void;
}

function DeviceRow({ device, hasEnded, revoking, onRevoke }: DeviceRowProps) {
  const { device: name, since, lastSeen, revokedAt } = device;
  const Icon = /Android|iPhone/.test(name) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className="row gap-6">
      <Icon size={20} stroke={1.8} aria-hidden />
      <div className="column grow anywhere">
        <b>{name}</b>
        <span className="small quiet">
          In use since {momentOf(since)}. Last seen <Age at={lastSeen} />
        </span>
        <span className="small quiet">{stateOf(device, hasEnded)}</span>
      </div>
      {revokedAt === null && !hasEnded && (
        <Button
          size="sm"
          loading={revoking}
          aria-label={`Take out of use: ${name}`}
          onClick={onRevoke}
        >
          Take out of use
        </Button>
      )}
    </li>
  );
}

function stateOf({ revokedAt, validUntil }: Device, hasEnded: boolean): string {
  if (revokedAt !== null) return `Out of use since ${momentOf(revokedAt)}`;
  return hasEnded
    ? `Signed tickets until ${dateOf(validUntil)}`
    : `Can sign tickets until ${dateOf(validUntil)}`;
}

/** The phones with which somebody signs tickets. */
export const DeviceCard = ({ userId, own }: { userId: string; own: boolean }) => (
  <Card title="Phones that sign tickets">
    <div className="gap-7 stack card-body">
      <p className="quiet">
        Anyone can check a ticket that these phones signed, even without a network.{' '}
        {own
          ? 'If you lose a phone, take it out of use here. If you end all other sessions, Hanya will take all your other phones out of use.'
          : 'If this person loses a phone, take it out of use here and end its session. If you end all sessions, Hanya will take all their phones out of use.'}
      </p>
      <DeviceList userId={userId} />
    </div>
  </Card>
);
