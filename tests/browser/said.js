// What a page says: texts, read out or shown, and what of them is cut off, covered or lies out of sight.
// What ends in an ellipsis may be spared; what opens is read whole when it is open.
(sparing) => {
    const spoken = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'title', 'placeholder', 'label'];
    const said = [document.title];
    const cut = [];
    const short = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 60);
    const name = (element) => `${element.className?.baseVal ?? element.className ?? ''} <${element.localName}>`.trim();
    const fault = (what, node, by) => cut.push(`${what}: “${short(node.data)}” of ${name(node.parentElement)} by ${by}`);
    const isWide = (text) => /\p{L}{2} \p{L}{2}/u.test(text) && !/[{[]/.test(text);

    for (const element of document.querySelectorAll('*')) {
        for (const { name: attribute, value } of element.attributes) {
            if (spoken.includes(attribute) || (attribute.startsWith('data-') && isWide(value))) said.push(value);
        }
        for (const part of ['::before', '::after']) {
            const { content } = getComputedStyle(element, part);
            if (content.startsWith('"')) said.push(content);
        }
    }

    // What comes has arrived.
    document.getAnimations().filter((it) => Number.isFinite(it.effect.getComputedTiming().endTime)).forEach((it) => it.finish());

    // Where the letters are: a line is higher than they are, and figures have no tails.
    const pen = document.createElement('canvas').getContext('2d');
    const range = document.createRange();
    const inked = (node) => {
        const { fontStyle, fontWeight, fontFamily } = getComputedStyle(node.parentElement);
        pen.font = `${fontStyle} ${fontWeight} 100px ${fontFamily}`;
        const { fontBoundingBoxAscent: high, fontBoundingBoxDescent: low, actualBoundingBoxAscent: top, actualBoundingBoxDescent: tail } = pen.measureText(node.data.trim());
        range.selectNodeContents(node);
        return [...range.getClientRects()].filter(({ width }) => width > 1).map((line) => {
            const size = line.height / (high + low);
            return { left: line.left, right: line.right, top: line.top + (high - top) * size, bottom: line.bottom - (low - tail) * size };
        });
    };

    // Climbs from a text to what could cut it: a box that clips, a box that one sees, the screen.
    const rolls = (overflow, box) => /auto|scroll/.test(overflow) && !box.matches('.ask');  // the panel has one height: nobody looks for more in it
    const slack = sparing ? 4 : 1;
    const held = (node, lines) => {
        const [left, right, top, bottom] = [['left', Math.min], ['right', Math.max], ['top', Math.min], ['bottom', Math.max]].map(([side, most]) => most(...lines.map((line) => line[side])));
        for (let box = node.parentElement; box; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (style.clipPath === 'inset(50%)' || box.matches('.last-move, .undo-what, .fold > summary *')) return;  // for ears, or as far as there is room
            if (sparing && style.textOverflow === 'ellipsis') return;
            if (style.position === 'fixed' && box.closest('[hidden]')) return;
            if (rolls(style.overflowX, box) && box !== document.documentElement && box.scrollWidth > box.clientWidth + 1) return;
            if (style.display === 'inline' || style.display === 'contents') continue;
            const edge = box.getBoundingClientRect();
            const [before, after] = style.textOverflow === 'ellipsis' ? [parseFloat(style.paddingLeft), parseFloat(style.paddingRight)] : [-1, -1];  // there the dots begin
            const aside = left < edge.left + before - .1 || right > edge.right - after + .1;
            const clips = style.overflowX !== 'visible' || style.overflowY === 'hidden';
            if (clips && !rolls(style.overflowY, box) && (top < edge.top - slack || bottom > edge.bottom + slack)) return fault('cut off below', node, name(box));
            if (aside && (clips || (!node.parentElement.closest('.delta') && box.matches('button, .button, label, td, th, summary, .seat, .saucer, .banner, .sheet')))) return fault('cut off', node, name(box));
        }
        if (left < -1 || right > document.documentElement.clientWidth + 1) fault('out of sight', node, 'the screen');
    };

    // Whether something lies over a text: another one, or what has a ground of its own. One plate does not lie over another.
    const isOver = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const floats = (element) => {
        for (let box = element; box; box = box.parentElement) if (/sticky|fixed/.test(getComputedStyle(box).position)) return box;
        return null;
    };
    const seen = (element, box) => {
        const part = { ...box };
        for (let around = element; around; around = around.parentElement) {
            const { overflowX, overflowY, display, clipPath } = getComputedStyle(around);
            if (clipPath === 'inset(50%)') return null;  // for ears
            if (display === 'inline' || around === document.documentElement || (overflowX === 'visible' && overflowY === 'visible')) continue;
            const edge = around.getBoundingClientRect();
            part.left = Math.max(part.left, edge.left); part.right = Math.min(part.right, edge.right);
            part.top = Math.max(part.top, edge.top); part.bottom = Math.min(part.bottom, edge.bottom);
        }
        return part;
    };
    const written = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const parent = node.parentElement;
        if (!node.data.trim() || parent.closest('script, style, template, noscript')) continue;
        said.push(node.data);
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || parent.closest('.visually-hidden, .skip-link, svg, option, textarea')) continue;
        const lines = inked(node);
        if (!lines.length || !/[\p{L}\p{N}]/u.test(node.data)) continue;
        if (!sparing || /\p{L}{2}/u.test(node.data)) held(node, lines);
        const at = lines.map((line) => seen(parent, line));
        if (at.every(Boolean)) written.push({ node, parent, lines: at, floats: floats(parent) });
    }
    written.forEach((one, at) => written.slice(at + 1).forEach((other) => {
        if (sparing && one.parent === other.parent) return;  // accents of capitals reach into the line above
        if (one.floats === other.floats && one.lines.some((line) => other.lines.some((over) => isOver(line, over)))) fault('covered', one.node, `“${short(other.node.data)}” of ${name(other.parent)}`);
    }));
    for (const thing of document.querySelectorAll('.seat-tags > *, .delta b, .dealer-button, .pot :is(.iou, .pot-count), .rail, .seat, .ask :is(.button, .tile, .bid, .amount)')) {
        const { backgroundColor, backgroundImage, borderRadius } = getComputedStyle(thing);
        if (!thing.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || (backgroundImage === 'none' && /, 0\)$/.test(backgroundColor))) continue;
        const { left, right, top, bottom } = thing.getBoundingClientRect();
        const round = borderRadius === '50%' ? (right - left) * .15 : 0;  // the corners of a disc are none
        const box = { left: left + round, right: right - round, top: top + round, bottom: bottom - round };
        const under = written.filter(({ parent, lines }) => !thing.contains(parent) && !(thing.matches('.seat') && parent.closest('.seat')) && lines.some((line) => isOver(box, line)));
        under.forEach(({ node }) => fault('covered', node, `${name(thing)} “${short(thing.textContent)}”`));
    }
    if (document.documentElement.scrollWidth > innerWidth) cut.push('the page scrolls sideways');
    return { said, cut };
}
