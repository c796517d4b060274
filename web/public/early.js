/* global document, localStorage, matchMedia */
// Runs before anything is painted, so that no screen flashes in the other theme, and before the page's
// own script, so that somebody who is signed in needn't wait for that to ask for the application.
(() => {
  let signedIn = false;
  let theme = null;
  try {
    signedIn = Boolean(localStorage.getItem('jwtToken'));
    // The choice itself is kept elsewhere; this copy counts as long as somebody is signed in.
    if (signedIn) theme = localStorage.getItem('theme');
  } catch {
    // A browser that keeps nothing shows the light theme.
  }
  const dark =
    theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const scheme = dark ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', scheme);
  const files = document.querySelector('meta[name="application-files"]')?.getAttribute('content');
  if (signedIn && files)
    for (const file of files.split(' ')) {
      const link = document.createElement('link');
      link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
      link.as = file.endsWith('.css') ? 'style' : 'script';
      link.crossOrigin = '';
      link.href = file;
      document.head.append(link);
    }
})();
