// What a page says: texts, read out or shown, and what of them is cut off, covered or lies out of sight.
// What ends in an ellipsis may be spared; what opens is read whole when it is open.
(sparing) => {
    const spoken = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'title', 'placeholder', 'label'];
    const said = [document.title];
    const cut = [];
    const name = (element) => `${element.className?.baseVal ?? element.className ?? ''} <${element.localName}>`.trim();
    const fault = (what, node, box) => cut.push(`${what}: “${node.textContent.replace(/\s+/g, ' ').trim().slice(0, 60)}” of ${name(node.parentElement)} by ${box}`);
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

    // Climbs from a text to what could cut it: a box that clips, a box that one sees, the screen.
    const held = (node, text) => {
        for (let box = node.parentElement; box; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (style.clipPath === 'inset(50%)' || box.matches('.last-move, .undo-what, .fold > summary *')) return;  // for ears, or as far as there is room
            if (sparing && style.textOverflow === 'ellipsis') return;
            if (style.position === 'fixed' && box.closest('[hidden]')) return;
            if (/auto|scroll/.test(style.overflowX) && box !== document.documentElement && box.scrollWidth > box.clientWidth + 1) return;
            if (style.display === 'inline' || style.display === 'contents') continue;
            const { left, right, top, bottom } = box.getBoundingClientRect();
            const aside = text.left < left - 1 || text.right > right + 1;
            const clips = style.overflowX !== 'visible' || style.overflowY === 'hidden';
            if (clips && !/auto|scroll/.test(style.overflowY) && (text.top < top - 4 || text.bottom > bottom + 4)) return fault('cut off below', node, name(box));
            if (aside && (clips || box.matches('button, .button, label, td, th, summary, .seat, .saucer, .banner, .sheet'))) return fault('cut off', node, name(box));
        }
        if (text.left < -1 || text.right > document.documentElement.clientWidth + 1) fault('out of sight', node, 'the screen');
    };
    const range = document.createRange();
    const covers = (tag, text) => {
        range.selectNodeContents(text);
        const [a, b] = [tag, range].map((it) => it.getBoundingClientRect());
        const isOver = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
        if (isOver) fault('covered', text.firstChild, tag.textContent);
    };
    for (const tag of document.querySelectorAll('.seat-tags > *')) {
        document.querySelectorAll('.seat :is(bdi, .purse b, .left b)').forEach((text) => covers(tag, text));
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const parent = node.parentElement;
        if (!node.textContent.trim() || parent.closest('script, style, template, noscript')) continue;
        said.push(node.textContent);
        if (!parent.checkVisibility() || parent.closest('.visually-hidden, .skip-link, svg, option, textarea')) continue;
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (/\p{L}{2}/u.test(node.textContent)) held(node, box);
    }
    if (document.documentElement.scrollWidth > innerWidth) cut.push('the page scrolls sideways');
    return { said, cut };
}
