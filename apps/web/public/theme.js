// Before the first paint: dark only if it was chosen, whatever the system prefers.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('theme');
  } catch {}
  const theme = stored === 'dark' ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', theme);
  document.documentElement.style.colorScheme = theme;
})();
