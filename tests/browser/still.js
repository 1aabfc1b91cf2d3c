// Where everything lies that must never move.
() => {
    const boxes = {};
    const put = (name, element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        boxes[name] = [x, y, width, height].map(Math.round).join(' ');
    };
    document.querySelectorAll('#board .seat').forEach((seat) => put(seat.id, seat));
    document.querySelectorAll('#board .pot').forEach((pot) => put(pot.id, pot.querySelector('.saucer')));
    put('undo', document.querySelector('.undo-bar'));
    put('question', document.querySelector('.ask'));
    put('message', document.querySelector('.message'));
    return boxes;
}
