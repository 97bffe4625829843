const filler = 'x'.repeat(86)

/** An effect of 100 bytes of JSON. */
export function hundredBytes() {
  return { value: filler }
}
