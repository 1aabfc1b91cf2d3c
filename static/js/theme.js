// Loaded before the page is drawn, so that a chosen theme never flashes.
try {
  const theme = localStorage.getItem("companion-theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is off: the system's preference holds.
}
