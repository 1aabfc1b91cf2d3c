// What still counts out too little from what lies behind it, pixel by pixel: as axe cannot tell on felt, wood and gradients.
async ([picture, texts, least]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.drawImage(image, 0, 0);
    const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const faults = [];
    for (const { words, box: [left, top, right, bottom], colour, alpha } of texts) {
        const high = bottom - top;
        const { data } = pen.getImageData(left, top + high * 0.2, Math.max(1, right - left), Math.max(1, high * 0.6));
        const ratios = [];
        for (let at = 0; at < data.length; at += 4) {
            const behind = [...data.slice(at, at + 3)];
            const seen = colour.map((part, place) => part * alpha + behind[place] * (1 - alpha));
            ratios.push(ratio(light(seen), light(behind)));
        }
        ratios.sort((one, other) => one - other);
        const worst = ratios[Math.floor(ratios.length / 8)]; // slips of paper lie aslant: some of it is beside them
        if (worst < least) faults.push(`“${words}” ${worst.toFixed(2)}:1 at ${Math.round(left)},${Math.round(top)}, ${colour}`);
    }
    return faults;
}
