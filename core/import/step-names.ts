/** Names of steps, by a key, for what was called something elsewhere: its own where that can be one, each once. */
export function stepNames(parts: readonly (readonly [key: string, words: string])[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set(['END'])
  for (const [key, words] of parts) {
    const plain = words
      .normalize('NFKD')
      .replace(/[^\w-]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 56)
    const base = /^[A-Za-z]/.test(plain) ? plain : `Step_${plain}`
    let free = base
    for (let number = 2; taken.has(free); number += 1) free = `${base}_${number}`
    taken.add(free)
    names.set(key, free)
  }
  return names
}
