/** A class such as `\pL` is a table of hundreds of ranges. */
const CLASS_LENGTH = 64

/** Estimated instructions of an RE2 pattern, before it is compiled: a counted repetition multiplies its content. */
export function programLength(pattern: string): number {
  const groups: number[] = []
  let length = 0
  let last = 0
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '(') {
      groups.push(length)
      length = 0
      last = 0
    } else if (character === ')') {
      last = length + 2
      length = (groups.pop() ?? 0) + last
    } else if (character === '{') {
      const times = repetitions(pattern.slice(at, at + 12))
      length += last * (times - 1)
      last *= times
    } else {
      last = /^\\[pP]/.test(pattern.slice(at, at + 2)) ? CLASS_LENGTH : 1
      length += last
    }
  }
  return groups.reduce((sum, group) => sum + group, length)
}

/** The larger number of `{n,m}`; 1 if this is no repetition. */
function repetitions(text: string): number {
  const bounds = /^\{(\d{1,4})(?:,(\d{0,4}))?\}/.exec(text)
  return Math.max(1, Number(bounds?.[1] ?? 1), Number(bounds?.[2] ?? 1))
}
