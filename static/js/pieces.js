// Small things that HTML alone cannot do.
//   [data-theme-toggle]    button: light <-> dark, remembered
//   input[data-device]     radio button: a choice of this device, by its name, remembered
//   [data-hint-close]      button: no hint is shown again
//   [data-print]           button: prints the page
//   [data-focus]           gets the focus when a swap took it away: a part of the page, for what it
//                          asks is read out already
(() => {
  "use strict";
  const root = document.documentElement;

  const isDark = () =>
    (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const keep = (key, value) => {
    root.dataset[key] = value;
    try { localStorage.setItem(`companion-${key}`, value); } catch { /* not kept */ }
  };
  const toggleTheme = () => keep("theme", isDark() ? "light" : "dark");

  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-theme-toggle]")) toggleTheme();
    else if (target.closest("[data-hint-close]")) keep("hinted", "all");
    else if (target.closest("[data-print]")) print();
  });
  document.addEventListener("change", ({ target }) => {
    if (target.matches("input[data-device]")) keep(target.name, target.value);
  });
  document.querySelectorAll("input[data-device]").forEach((choice) => {
    if (root.dataset[choice.name]) choice.checked = root.dataset[choice.name] === choice.value;
  });
  document.addEventListener("companion:painted", () => {
    if (document.activeElement === document.body) document.querySelector("[data-focus]")?.focus({ preventScroll: true });
  });
})();
