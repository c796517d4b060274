/* global document, localStorage, matchMedia */
// Runs before anything is painted, so that no screen flashes in the other theme.
// The choice itself is kept elsewhere; this copy counts as long as somebody is signed in.
(() => {
  let theme = null;
  try {
    if (localStorage.getItem('jwtToken')) theme = localStorage.getItem('theme');
  } catch {
    // A browser that keeps nothing shows the light theme.
  }
  const dark =
    theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const scheme = dark ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', scheme);
})();
