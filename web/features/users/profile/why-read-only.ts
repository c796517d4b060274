import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';

/** Why nothing can be changed on the profile; undefined when it can. */
export function useWhyReadOnly(): string | undefined {
  const role = useCurrentUser()?.role ?? 'guest';
  const may = useMay('change own profile');
  if (may) return undefined;
  return role === 'guest'
    ? 'A guest looks around only. Sign in with an account of your own to change it.'
    : `Not open to your role: ${role}. A state admin changes your account for you.`;
}
