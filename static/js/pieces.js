// Small things that HTML alone cannot do.
//   [data-theme-toggle]    button: light <-> dark, remembered
//   [data-print]           button: prints the page
//   [data-step][data-for]  button: steps a number field up or down, within its bounds
//   [data-focus]           gets the focus when a swap took it away
(() => {
  "use strict";
  const root = document.documentElement;

  const isDark = () =>
    (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const toggleTheme = () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("companion-theme", root.dataset.theme); } catch { /* not kept */ }
  };

  const step = (button) => {
    const field = document.getElementById(button.dataset.for);
    const wanted = Number(field.value) + Number(button.dataset.step);
    if (wanted < Number(field.min) || wanted > Number(field.max)) return;
    field.value = wanted;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };

  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-theme-toggle]")) toggleTheme();
    else if (target.closest("[data-print]")) print();
    else if (target.closest("[data-step]")) step(target.closest("[data-step]"));
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (document.activeElement === document.body) document.querySelector("[data-focus]")?.focus({ preventScroll: true });
  });
})();
