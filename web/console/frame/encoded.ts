/** A small file in base64, to be put into JSON. */
export async function encoded(file: File): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return address.slice(address.indexOf(',') + 1)
}
