// What cannot be seen, or cannot be tapped at any of 25 points.
() => {
    const wanted = '#board .seat, #board .saucer, #board button, #board a.button, #board label, ' +
        '#board summary, #board .ask-question, #board input[type=number]';
    const faults = [];
    const name = (e) => `${e.className || e.tagName} "${e.textContent.replace(/\s+/g, ' ').trim().slice(0, 40)}"`;
    for (const element of document.querySelectorAll(wanted)) {
        if (!element.checkVisibility()) continue;
        const box = element.getBoundingClientRect();
        if (element.closest('.seat-choice') !== element && element.closest('.visually-hidden')) continue;
        const out = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
        if (out) faults.push(`out of sight: ${name(element)} ${Math.round(box.top)}–${Math.round(box.bottom)}`);
        const panel = element.closest('.ask')?.getBoundingClientRect();
        if (panel && (box.top < panel.top - 1 || box.bottom > panel.bottom + 1 || box.right > panel.right + 1)) {
            faults.push(`cut by the panel: ${name(element)} ${Math.round(box.top)}–${Math.round(box.bottom)} of ${Math.round(panel.bottom)}`);
        }
        if (element.matches('.ask-question')) continue;
        const over = new Set();
        for (let row = 0; row < 5; row++) for (let column = 0; column < 5; column++) {
            const x = box.left + box.width * (column + .5) / 5;
            const y = box.top + box.height * (row + .5) / 5;
            const top = document.elementFromPoint(x, y);
            const other = top?.closest(wanted);
            if (other && other !== element && !element.contains(top) && !other.contains(element)) over.add(name(other));
        }
        over.forEach((other) => faults.push(`covered: ${name(element)} by ${other}`));
    }
    return faults;
}
