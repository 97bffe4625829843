/** The most bytes of UTF-8 per UTF-16 unit. */
const mostPerUnit = 3

/** Is a text longer than so many bytes? Most texts are so short that nothing has to be counted. */
export function isLongerThan(bytes: number, text: string): boolean {
  if (text.length * mostPerUnit <= bytes) return false
  return text.length > bytes || byteLength(text) > bytes
}

/** Bytes of a text in UTF-8, without encoding it. */
export function byteLength(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    // Each half of a surrogate pair counts two of its four bytes.
    if (unit > 0x7ff) bytes += unit >= 0xd800 && unit <= 0xdfff ? 1 : 2
    else if (unit > 0x7f) bytes++
  }
  return bytes
}
