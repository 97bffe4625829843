import MiniSearch from 'minisearch'
import type { HelpSection } from '#components/api/models.ts'

export interface HelpMatch {
  readonly path: string
  /** The title of the page. */
  readonly page: string
  readonly title: string
  /** The words around the first match in the text. */
  readonly excerpt: string
}

export type HelpIndex = (typed: string) => readonly HelpMatch[]

const mostMatches = 12
/** Letters of an excerpt, and how many of them stand before the match. */
const excerptLetters = 150
const lettersBefore = 40

/** An index of the help pages by their sections. Words are found by their beginning and with small mistakes. */
export function createHelpIndex(sections: readonly HelpSection[]): HelpIndex {
  const index = new MiniSearch<HelpSection>({
    idField: 'path',
    fields: ['title', 'page', 'text'],
    storeFields: ['path', 'page', 'title', 'text'],
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  })
  index.addAll(sections)
  return (typed) =>
    index
      .search(typed)
      .slice(0, mostMatches)
      .map(({ path, page, title, text, terms }) => ({
        path,
        page,
        title,
        excerpt: excerptOf(text, terms),
      }))
}

function excerptOf(text: string, terms: readonly string[]): string {
  const flat = text.replace(/\s+/g, ' ')
  const lower = flat.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const from = first <= lettersBefore ? 0 : lower.indexOf(' ', first - lettersBefore) + 1
  const part = flat.slice(from, from + excerptLetters)
  return `${from > 0 ? '…' : ''}${part}${from + excerptLetters < flat.length ? '…' : ''}`
}
