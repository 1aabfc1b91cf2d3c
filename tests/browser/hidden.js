// What cannot be seen whole, or cannot be tapped at any of 25 points.
() => {
    const wanted = '#board .seat, #board .saucer, #board button, #board a.button, #board label, ' +
        '#board summary, #board .ask-question, #board .ask-hint, #board input[type=number]';
    const texts = '#board .button, #board .seat-facts, #board .pot-count, #board .ask-question, ' +
        '#board .tile, #board .bid, #board .amount, #board .hand-mark';
    const faults = [];
    const name = (e) => `${e.className || e.tagName} "${e.textContent.replace(/\s+/g, ' ').trim().slice(0, 40).toWellFormed()}"`;
    const lies = (element, box) => {
        const out = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
        if (out) faults.push(`out of sight: ${name(element)} ${Math.round(box.top)}–${Math.round(box.bottom)}`);
        const panel = (element.closest('.ask-text') || element.closest('.ask'))?.getBoundingClientRect();
        const cut = panel && (box.top < panel.top - 1 || box.bottom > panel.bottom + 1 || box.right > panel.right + 1);
        if (cut) faults.push(`cut by the panel: ${name(element)} ${Math.round(box.top)}–${Math.round(box.bottom)} of ${Math.round(panel.bottom)}`);
    };
    const isCovered = (element, top) => top && !element.contains(top) && !top.contains(element);
    const covered = (element, box) => {
        const over = new Set();
        for (let row = 0; row < 5; row++) for (let column = 0; column < 5; column++) {
            const top = document.elementFromPoint(
                box.left + box.width * (column + .5) / 5, box.top + box.height * (row + .5) / 5);
            if (isCovered(element, top)) over.add(name(top));
        }
        over.forEach((other) => faults.push(`covered: ${name(element)} by ${other}`));
    };
    for (const element of document.querySelectorAll(wanted)) {
        if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden')) continue;
        const box = element.getBoundingClientRect();
        lies(element, box);
        if (!element.matches('.ask-question, .ask-hint')) covered(element, box);
    }
    for (const element of document.querySelectorAll(texts)) {
        const { left, right } = element.getBoundingClientRect();
        const seen = [...element.querySelectorAll('b, bdi, span, small')].filter((part) => !part.closest('.visually-hidden'));
        const parts = seen.map((part) => part.getBoundingClientRect());
        const isCut = parts.some((part) => part.width > 1 && (part.left < left - 1 || part.right > right + 1));
        if (element.checkVisibility() && isCut) faults.push(`text cut: ${name(element)}`);
    }
    // The tails of g, p and y need room below the line where what stands out is cut off.
    for (const element of document.querySelectorAll('#board *')) {
        const { overflowY, fontSize, lineHeight } = getComputedStyle(element);
        const hasWords = [...element.childNodes].some((node) => node.nodeType === 3 && /[a-z]/i.test(node.data));
        if (overflowY === 'visible' || !hasWords || !element.checkVisibility() || element.closest('.visually-hidden')) continue;
        if (parseFloat(fontSize) >= 12 && parseFloat(lineHeight) < 1.17 * parseFloat(fontSize)) faults.push(`tails cut: ${name(element)} ${fontSize}/${lineHeight}`);
    }
    for (const element of document.querySelectorAll('.message p')) {
        if (element.scrollHeight > element.clientHeight + 2 && !element.closest('.fold-body, .last-move')) faults.push(`text cut: ${name(element)}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
    return faults;
}
