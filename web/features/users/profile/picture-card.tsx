import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { Avatar } from '#web/ui/controls/avatar.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { FieldError } from '#web/ui/fields/field.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { saveAvatar } from '../changes.ts';
import formCss from '../forms.module.css';
import { PictureButtons, usePictureChoice } from '../picture-choice.tsx';
import { fullName, pictureAddress } from '../user-words.ts';
import css from './profile.module.css';

interface PictureCardProps {
  user: Pick<User, 'id' | 'firstName' | 'lastName' | 'picture'>;
  /** The reason why nothing can be changed; undefined when it can. */
  reason: string | undefined;
}

/** The person's own picture: choose one, look at it, save it. */
export function PictureCard({ user, reason }: PictureCardProps) {
  const dispatch = useDispatch();
  const choice = usePictureChoice();
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const problem = choice.problem ?? refusal;

  async function save(picture: File): Promise<void> {
    setSaving(true);
    setRefusal(null);
    try {
      await saveAvatar(dispatch, { id: user.id, own: true, picture });
      choice.clear();
      toastDone('Picture updated');
    } catch (error) {
      const { message } = failedCall(error);
      setRefusal(message);
      toastFailed(message);
    }
    setSaving(false);
  }

  function choose(picture: File): void {
    setRefusal(null);
    choice.choose(picture);
  }

  return (
    <Card title="Profile Picture">
      <div className={css['body']}>
        <div className="row gap-7">
          <Avatar
            name={fullName(user)}
            picture={choice.address ?? pictureAddress(user.picture)}
            size="xl"
          />
          <div className="column shrink gap-4">
            <div className="row wrap gap-4">
              <PictureButtons onChoose={choose} reason={reason} />
            </div>
            <p className="small quiet" role="status">
              {choice.file === null
                ? 'A JPEG, PNG or WebP picture of at most 15 MB.'
                : 'You have not saved this picture yet.'}
            </p>
          </div>
        </div>
        <div role="status">
          {problem !== null && <FieldError id="picture-error">{problem}</FieldError>}
        </div>
        <div className={formCss['foot']}>
          <Button
            variant="primary"
            disabled={reason !== undefined || choice.file === null}
            reason={reason ?? 'Select a picture first.'}
            showReason
            loading={saving}
            loadingLabel="Saving"
            onClick={() => choice.file && void save(choice.file)}
          >
            Save Image
          </Button>
          {choice.file !== null && !saving && (
            <Button variant="quiet" onClick={choice.clear}>
              Cancel
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
