// The name that is typed on a seat stands at once wherever else its form speaks of that seat.
(() => {
  "use strict";
  document.addEventListener("input", ({ target }) => {
    for (const name of document.querySelectorAll("[data-seat]")) {
      if (name.dataset.seat === target.id) name.textContent = target.value.trim() || name.dataset.vacant;
    }
  });
})();
