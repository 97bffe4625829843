import { type Choice, choiceGroups } from './choice.ts'

export interface FoundGroup {
  readonly group: string
  readonly choices: readonly Choice[]
  /** Whether the group has more entries than are listed. */
  readonly isCut: boolean
}

/** The number of entries of a group without a search, and with one: kinds are always complete. */
const most = { idle: 4, searching: 12 } as const
const kindGroups: ReadonlySet<string> = new Set(['Do', 'Decide', 'Wait', 'Compose'])

/** The entries that every word of the search finds, the best first, under their headings; the best heading first. */
export function findChoices(choices: readonly Choice[], search: string): readonly FoundGroup[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const scored = choices.flatMap((choice) => {
    const score = scoreOf(choice, words)
    return score === 0 ? [] : [{ choice, score }]
  })
  const limit = words.length === 0 ? most.idle : most.searching
  const groups = choiceGroups.flatMap((group) => {
    const members = scored.filter(({ choice }) => choice.group === group).sort((a, b) => b.score - a.score)
    const [best] = members
    if (best === undefined) return []
    const listed = kindGroups.has(group) ? members : members.slice(0, limit)
    const found: FoundGroup = {
      group,
      choices: listed.map(({ choice }) => choice),
      isCut: listed.length < members.length,
    }
    return [{ found, best: best.score }]
  })
  return groups.sort((a, b) => b.best - a.best).map(({ found }) => found)
}

const partsOf = (text: string) =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

/** How well the words find an entry; 0 where a word does not find it at all. */
function scoreOf(choice: Choice, words: readonly string[]): number {
  const label = choice.label.toLowerCase()
  let total = 1
  for (const word of words) {
    const score = wordScore(choice, label, word)
    if (score === 0) return 0
    total += score
  }
  return label === words.join(' ') ? total + 200 : total
}

function wordScore({ label: written, description, words }: Choice, label: string, word: string): number {
  if (label.startsWith(word)) return 100
  const parts = partsOf(written)
  if (parts.some((part) => part.startsWith(word))) return 80
  if (label.includes(word)) return 60
  const further = `${words} ${description}`
  if (partsOf(further).some((part) => part.startsWith(word))) return 30
  if (further.toLowerCase().includes(word)) return 15
  return parts.some((part) => isNearly(part, word)) ? 8 : 0
}

/** The least letters of a word that finds what it only resembles. */
const leastFuzzy = 3

/** Whether the letters of a word begin a part and follow each other in it: `aprv` is nearly `approve`. */
function isNearly(part: string, word: string): boolean {
  if (word.length < leastFuzzy || part[0] !== word[0]) return false
  let at = 0
  for (const letter of part) if (letter === word[at]) at += 1
  return at === word.length && word.length * 2 >= part.length
}
