// What this device has chosen for itself, put on <html> before the page is drawn so that nothing
// flashes: data-theme, data-suits, data-type, data-facing, data-sound, data-buzz, data-hinted.
for (const key of ["theme", "suits", "type", "facing", "sound", "buzz", "hinted"]) {
  try {
    const value = localStorage.getItem(`companion-${key}`);
    if (value) document.documentElement.dataset[key] = value;
  } catch {
    // Storage is off: what the page comes with holds.
  }
}
