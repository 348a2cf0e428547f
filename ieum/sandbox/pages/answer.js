// The opener closes this window: a message from a window that is gone has no sender to check.
const answer = document.querySelector('#answer')
const result = Object.fromEntries(new URLSearchParams(answer.dataset.result))
window.opener?.postMessage(result, answer.dataset.origin)
