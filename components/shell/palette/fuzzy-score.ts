/** The part of a word that may be mistyped: one letter from five on, two from nine on. */
const typosFrom = [5, 9] as const

/**
 * How well an entry of the palette fits what is typed, from 0 (not at all) to 1 (it is what is typed). Every typed word
 * must fit a word of the entry: as it is, as its beginning, somewhere in it, or as its beginning but for a letter, so
 * that `approve` finds `Approval`. Letters far from each other do not fit: that would find nearly everything.
 */
export function fuzzyScore(label: string, typed: string, keywords: readonly string[] = []): number {
  const asked = typed.trim().toLowerCase()
  if (asked === '') return 1
  if (label.toLowerCase() === asked) return 1
  const own = tokensOf(label)
  const others = keywords.flatMap(tokensOf)
  const scores = asked
    .split(/\s+/)
    .map((word) => Math.max(best(own, label, word), 0.6 * best(others, keywords.join(' '), word)))
  if (scores.includes(0)) return 0
  return 0.95 * (scores.reduce((sum, score) => sum + score, 0) / scores.length)
}

/** Words of names as well: `LoanApproval`, `Check_Invoice` and `orders.validate` have two. */
const tokensOf = (text: string): readonly string[] =>
  text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((token) => token !== '')

function best(tokens: readonly string[], whole: string, word: string): number {
  if (tokens[0]?.startsWith(word)) return 1
  if (tokens.some((token) => token.startsWith(word))) return 0.9
  // Across the words of a name: `loanapp` is in `LoanApproval`.
  if (tokens.join('').includes(word.replace(/[^\p{L}\p{M}\p{N}]/gu, '') || word)) return 0.7
  if (whole.toLowerCase().includes(word)) return 0.7
  return tokens.some((token) => nearlyBegins(token, word)) ? 0.5 : 0
}

/** Whether a word is the beginning of a token but for as many typos as its length allows. */
function nearlyBegins(token: string, word: string): boolean {
  const most = typosFrom.filter((length) => word.length >= length).length
  if (most === 0 || token.length < word.length - most) return false
  return distanceToBeginning(token, word) <= most
}

/** The fewest inserted, deleted or replaced letters that make the word a beginning of the token. */
function distanceToBeginning(token: string, word: string): number {
  let row = Array.from({ length: token.length + 1 }, (_, index) => index)
  for (let typed = 1; typed <= word.length; typed += 1) {
    const next = [typed]
    for (let at = 1; at <= token.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (token[at - 1] === word[typed - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    row = next
  }
  return Math.min(...row)
}
