// The opener closes this window after it has the message: it could not check the sender of a closed window.
const answer = document.querySelector('#answer')
const result = Object.fromEntries(new URLSearchParams(answer.dataset.result))
window.opener?.postMessage(result, answer.dataset.origin)
