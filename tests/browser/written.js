// Every piece of text that is seen, where it stands and in which colour.
() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const shade = (element) => {
        let opacity = 1;
        for (let at = element; at; at = at.parentElement) opacity *= parseFloat(getComputedStyle(at).opacity);
        return opacity;
    };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
        if (element.closest('.visually-hidden, :disabled, script, style, .plain-name')) continue;
        const range = new Range();
        range.selectNodeContents(node);
        const style = getComputedStyle(element);
        const [red, green, blue, alpha = 1] = (element.closest('svg') ? style.fill : style.color).match(/[\d.]+/g).map(Number);
        for (const { left, top, right, bottom } of range.getClientRects()) {
            const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            const isSeen = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right - left > 2;
            if (!isSeen || !over || !(over.contains(element) || element.contains(over))) continue;
            found.push({ words: node.data.trim().slice(0, 40), box: [left, top, right, bottom], colour: [red, green, blue], alpha: alpha * shade(element) });
        }
    }
    return found;
}
