// Enter something at the table as a tap does: post it, and draw the board that comes back. Where that asks
// whether it is right, the same once more says yes.
async (entry) => {
    const form = document.getElementById('tap');
    const fields = new FormData(form);
    fields.set(document.querySelector('#board [name=sure]') ? 'sure' : 'entry', JSON.stringify(entry));
    const body = new URLSearchParams(fields);
    const token = document.querySelector('meta[name="csrf-token"]').content;
    const headers = { 'HX-Request': 'true', 'X-CSRFToken': token };
    const answer = await fetch(form.action, { method: 'POST', headers, body });
    const board = document.getElementById('board');
    htmx.swap(board, await answer.text(), { swapStyle: 'morph' }, { contextElement: board });
    return answer.status;
}
