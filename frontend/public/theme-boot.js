// Runs before the first paint, so that a dark page never flashes white. Kept as a file of its own because the
// content security policy forbids inline scripts. The key is the one of core/theme.ts.
(() => {
  let theme = 'light';
  try {
    if (localStorage.getItem('gh-theme') === 'dark') theme = 'dark';
  } catch (error) {
    console.warn('Stored theme could not be read', error);
  }
  document.documentElement.dataset.theme = theme;
})();
