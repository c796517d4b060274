/** Made by web/build/icons.ts. TypeScript takes a pattern of modules only from a file that is none. */
declare module 'virtual:icon/*' {
  import type { Icon } from '#web/ui/icon.tsx';
  const drawn: Icon;
  export default drawn;
}
