// hx-swap="morph": what stands is changed where it differs and stays the same element, so that the
// focus is kept and nothing blinks. Elements are known again by their id, others by their place.
// What this device has opened stays open; for nothing nothing is changed.
// htmx is given only what is new of it, or has a new autofocus; once all is painted "companion:painted" says so.
(() => {
  "use strict";
  const LIVE = "[hx-get], [hx-post], [autofocus]";
  const FIELDS = "input, select, textarea";
  const isKin = (one, other) => one.nodeName === other.nodeName && one.id === other.id;
  const isTouched = (field) => field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  const fieldsOf = (node) => (node.matches(FIELDS) ? [node] : [...node.querySelectorAll(FIELDS)]);
  const isSame = (old, now) => old.isEqualNode(now) && !fieldsOf(old).some(isTouched);

  const dress = (old, now) => {
    for (const { name } of [...old.attributes]) if (name !== "open" && !now.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  };
  const refill = (old, now, added) => {
    let at = old.firstChild;
    const drop = () => {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    };
    const found = (child) => child.id && [...old.children].find((other) => isKin(other, child));
    const isGone = (child) => child.id && ![...now.children].some((other) => isKin(child, other));
    for (const child of [...now.childNodes]) {
      while (at && !isKin(at, child) && isGone(at)) drop();
      const kept = at && isKin(at, child) ? at : found(child);
      if (kept && kept === at) at = at.nextSibling;
      else old.insertBefore(kept || child, at);
      if (kept) morph(kept, child, added);
      else added.push(child);
    }
    while (at) drop();
  };
  const morph = (old, now, added) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== now.data) old.data = now.data;
    } else if (!isSame(old, now)) {
      if (now.autofocus && !old.autofocus) added.push(old);
      dress(old, now);
      refill(old, now, added);
      for (const state of ["checked", "selected", "value"]) if (state in now && old[state] !== now[state]) old[state] = now[state];
    }
    return added;
  };
  const isLive = (node) => node.nodeType === Node.ELEMENT_NODE && (node.matches(LIVE) || node.querySelector(LIVE));

  window.htmx.defineExtension("morph", {
    isInlineSwap: (style) => style === "morph",
    handleSwap: (style, target, { firstElementChild: now }) => style === "morph" && (now ? morph(target, now, []).filter(isLive) : []),
  });
  document.addEventListener("htmx:afterSettle", () => requestAnimationFrame(() => setTimeout(() => {
    document.dispatchEvent(new CustomEvent("companion:painted"));
  })));
})();
