/** Made by vite.icons.ts. */
declare module 'virtual:icon/*' {
  import type { Icon } from '#web/ui/icon.tsx';
  const drawn: Icon;
  export default drawn;
}
