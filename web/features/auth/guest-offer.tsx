import { useSay } from '#web/device/language.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './auth.module.css';

interface GuestOfferProps {
  onGuest: () => void;
}

/** Signs in the guest at once, without a call. */
export function GuestButton({ onGuest, primary = false }: GuestOfferProps & { primary?: boolean }) {
  const say = useSay();
  return (
    <Button variant={primary ? 'primary' : 'default'} size="lg" wide onClick={onGuest}>
      {say('Continue as guest')}
    </Button>
  );
}

/** Signing in without an account. */
export function GuestOffer({ onGuest }: GuestOfferProps) {
  const say = useSay();
  return (
    <>
      <p className={classNames('row gap-6 small quiet', css['or'])}>{say('or')}</p>
      <GuestButton onGuest={onGuest} />
      <p className={classNames('small quiet', css['hint'])}>
        {say('Look around Hanya with demo records. A guest cannot change anything.')}
      </p>
    </>
  );
}
