import { Avatar } from '#web/ui/controls/avatar.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { FieldError } from '#web/ui/fields/field.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import css from '../forms.module.css';
import { PictureButtons } from '../picture-buttons.tsx';
import type { PictureChoice } from '../picture-choice.ts';

/** The picture of a new user, with what was chosen to be seen at once. */
export function AvatarField({ name, picture }: { name: string; picture: PictureChoice }) {
  return (
    <div className={css['picture']} role="group" aria-labelledby="user-avatar-label">
      <Avatar name={name} picture={picture.address} size="xl" />
      <div className={css['pictureWords']}>
        <p className={css['label']} id="user-avatar-label">
          Profile Picture <span className={css['note']}>(optional)</span>
        </p>
        <div className={css['buttons']}>
          <PictureButtons onChoose={picture.choose} />
          {picture.file !== null && (
            <Button
              variant="quiet"
              onClick={() => {
                picture.clear();
                toastDone('Picture removed');
              }}
            >
              Remove
            </Button>
          )}
        </div>
        <div role="status">
          {picture.problem !== null && (
            <FieldError id="user-avatar-error">{picture.problem}</FieldError>
          )}
        </div>
      </div>
    </div>
  );
}
