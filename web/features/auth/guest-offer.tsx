import { useDispatch } from '#web/api/store-hooks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import css from './auth.module.css';
import { startGuestSession } from './session.ts';

/** Signs in the guest at once, without a call. */
export function GuestButton({ primary = false }: { primary?: boolean }) {
  const dispatch = useDispatch();
  return (
    <Button
      variant={primary ? 'primary' : 'default'}
      size="lg"
      wide
      onClick={() => startGuestSession(dispatch)}
    >
      Continue as guest
    </Button>
  );
}

/** Signing in without an account. */
export function GuestOffer() {
  return (
    <>
      <p className={css['or']}>or</p>
      <GuestButton />
      <p className={css['hint']}>See the product with demo records. A guest changes nothing.</p>
    </>
  );
}
