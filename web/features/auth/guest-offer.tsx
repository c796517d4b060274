import { Button } from '#web/ui/controls/button.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './auth.module.css';

interface GuestOfferProps {
  onGuest: () => void;
}

/** Signs in the guest at once, without a call. */
export function GuestButton({ onGuest, primary = false }: GuestOfferProps & { primary?: boolean }) {
  return (
    <Button variant={primary ? 'primary' : 'default'} size="lg" wide onClick={onGuest}>
      Continue as guest
    </Button>
  );
}

/** Signing in without an account. */
export function GuestOffer({ onGuest }: GuestOfferProps) {
  return (
    <>
      <p className={classNames('row gap-6 small quiet', css['or'])}>or</p>
      <GuestButton onGuest={onGuest} />
      <p className={classNames('small quiet', css['hint'])}>
        Look around Hanya with demo records. A guest cannot change anything.
      </p>
    </>
  );
}
