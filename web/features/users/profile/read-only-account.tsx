import { useId } from 'react';
import { headquarters } from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { ReadOnlyField } from '#web/ui/fields/read-only-field.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import formCss from '../forms.module.css';
import { allStates, roleName } from '../user-words.ts';
import css from './profile.module.css';

/** One's own account for those who only look: everything to be read, and why. */
export function ReadOnlyAccount({ user, reason }: { user: SignedInUser; reason: string }) {
  const accessId = useId();
  const given = (text: string | undefined) =>
    text === undefined || text === '' ? 'Not entered' : text;
  return (
    <Card title="Account">
      <div className={css['body']}>
        <FieldGrid stacking>
          <ReadOnlyField label="Account Type" value={roleName(user.role)} />
          <ReadOnlyField label="Email" value={given(user.email)} />
          <ReadOnlyField label="Username" value={given(user.username)} />
          <ReadOnlyField label="Phone Number" value={given(user.phone)} />
          <ReadOnlyField label="First Name" value={user.firstName} />
          <ReadOnlyField label="Last Name" value={user.lastName} />
        </FieldGrid>
        <section className={css['access']} aria-labelledby={accessId}>
          <h3 id={accessId}>Access Control</h3>
          <FieldGrid stacking>
            <ReadOnlyField label="State" value={user.state ?? allStates} />
            <ReadOnlyField label="Zone Restriction" value={user.zone ?? headquarters} />
          </FieldGrid>
        </section>
        <div className={formCss['foot']}>
          <Button variant="primary" disabled reason={reason} showReason>
            Save Changes
          </Button>
        </div>
      </div>
    </Card>
  );
}
