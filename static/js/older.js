// What the oldest browsers lack that Companion is made for (iPadOS 15.4, Chrome 88, Firefox 79), and
// a word in those that are older still: [data-too-old] is shown there instead of a board. Written so
// that these can read it.
(function () {
  "use strict";
  var form = window.HTMLFormElement.prototype;
  var isKnown = window.CSS && CSS.supports && CSS.supports("selector(:is(a, b))")
    && window.SubmitEvent && "submitter" in SubmitEvent.prototype && Promise.any;

  // Before iPadOS 16
  form.requestSubmit = form.requestSubmit || function (submitter) {
    var button = submitter || document.createElement("button");
    if (submitter) return button.click();
    button.hidden = true;
    this.appendChild(button);
    try { button.click(); } finally { this.removeChild(button); }
  };

  if (isKnown) return;
  document.documentElement.className += " is-too-old";
  document.addEventListener("DOMContentLoaded", function () {
    document.querySelector("[data-too-old]").removeAttribute("hidden");
  });
})();
