/** A generator of numbers in [0, 1) that gives the same ones for the same seed (sfc32). */
export function seededRandom(seed: string): () => number {
  let [a, b, c, d] = hashOf(seed)
  const next = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    c |= 0
    return (t >>> 0) / 2 ** 32
  }
  for (let round = 0; round < 12; round += 1) next()
  return next
}

/** Four words of a text (FNV-1a with four offsets). */
function hashOf(text: string): [number, number, number, number] {
  const words: [number, number, number, number] = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    for (let word = 0; word < 4; word += 1) {
      words[word as 0] = Math.imul((words[word as 0] ^ (code + word)) >>> 0, 0x01000193)
    }
  }
  return words
}

/** A UUID of version 4, made of a generator. */
export function uuidOf(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16))
  hex[12] = 4
  hex[16] = 8 + ((hex[16] as number) & 3)
  const text = hex.map((digit) => digit.toString(16)).join('')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}
