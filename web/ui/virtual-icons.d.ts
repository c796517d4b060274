/**
 * The modules that web/build/icons.ts makes. The import stands inside: with one at its top, this file
 * would be a module itself, and TypeScript takes no pattern from a module.
 */
declare module 'virtual:icon/*' {
  import type { Icon } from '#web/ui/icon.tsx';
  const component: Icon;
  export default component;
}
