import { Link } from 'react-router';
import type { Organisation } from '#contract/places.ts';
import { readSetup, type SetupStep, takeSetupStep } from '#contract/setup.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { storageKeys } from '#web/device/storage-keys.ts';
import { useRun } from '#web/forms/use-run.ts';
import { WhoConfirms } from '#web/records/second-person/who-confirms.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { LookRow } from './look-row.tsx';
import css from './setup-card.module.css';

/** Where a step is taken: its address, and the title of the screen. */
const places: Readonly<Record<SetupStep['step'], readonly [to: string, title: string]>> = {
  people: ['/admin', 'Users'],
  officers: ['/admin', 'Users'],
  contacts: ['/organisation', 'Organisation'],
  gateway: ['/operations', 'Operations'],
  mail: ['/operations', 'Operations'],
  backup: ['/operations', 'Operations'],
  map: ['/map', 'Live Map'],
};

/** What an organisation lacks before real work; nothing once a state admin has closed it. */
export function SetupCard({ organisation }: { organisation: Organisation }) {
  const { data, reload } = useLoaded(organisation, (signal) =>
    dataOf(readSetup, { query: { organisation }, signal }),
  );
  const { busy, run } = useRun();
  if (data === null) return null;
  const left = data.filter(({ state }) => state !== 'well').length;

  async function take(step: 'mail' | 'closed', said: string): Promise<void> {
    if (await run(() => call(takeSetupStep, { body: { organisation, step } }), said)) reload();
  }

  return (
    <Card label="Set up" className={css['card']}>
      <details
        open={localStorage.getItem(storageKeys.setupFolded) === null}
        onToggle={({ currentTarget: { open } }) => {
          if (open) localStorage.removeItem(storageKeys.setupFolded);
          else localStorage.setItem(storageKeys.setupFolded, 'true');
        }}
      >
        <summary>
          <h2 className="heading">Set up</h2>{' '}
          <span className="small quiet">
            {data.length - left} of {data.length} done
          </span>
        </summary>
        <ul className={css['steps']}>
          {data.map((look) => (
            <LookRow key={look.step} look={look} isNotYet={look.state === 'doubtful'}>
              {look.step === 'people' && look.state !== 'well' && (
                <WhoConfirms for="fee" organisation={organisation} />
              )}
              {look.step === 'mail' && look.state === 'doubtful' && !look.atServer ? (
                <Button
                  variant="link"
                  size="sm"
                  loading={busy}
                  onClick={() => void take('mail', 'Hanya has sent you an email.')}
                >
                  Send a test email
                </Button>
              ) : (
                <Link to={places[look.step][0]} className="small">
                  {places[look.step][1]}
                </Link>
              )}
            </LookRow>
          ))}
        </ul>
        {left === 0 && (
          <Button
            loading={busy}
            onClick={() => void take('closed', 'You have finished the set-up.')}
          >
            Finish the set-up
          </Button>
        )}
      </details>
    </Card>
  );
}
