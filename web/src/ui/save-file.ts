/** Hands the browser a file to download. Its type keeps phones from showing it instead. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  document.body.append(link) // some browsers ignore a click on what is not in the page
  link.click()
  link.remove()
  // Safari reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
