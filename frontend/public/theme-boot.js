// Runs before the first paint, so that a dark page never flashes white. Kept as a file of its own because the
// content security policy forbids inline scripts. The keys are those of core/appearance.ts.
(() => {
  const page = document.documentElement.dataset;
  page.theme = 'light';
  page.accent = 'green';
  try {
    if (localStorage.getItem('gh-theme') === 'dark') page.theme = 'dark';
    const accent = localStorage.getItem('gh-accent');
    if (/^(blue|orange|pink|purple|yellow)$/.test(accent)) page.accent = accent;
  } catch (error) {
    console.warn('The stored appearance could not be read', error);
  }
})();
