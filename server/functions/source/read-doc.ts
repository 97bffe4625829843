import type { Comment } from 'oxc-parser'

/** A JSDoc comment, taken apart. */
export interface Doc {
  /** Everything above the first tag; null without a comment. */
  readonly text: string | null
  /** What `@param` says, by the parameter's name. */
  readonly parameters: ReadonlyMap<string, string>
  /** What `@returns` says. */
  readonly returns: string | null
}

const none: Doc = { text: null, parameters: new Map(), returns: null }

/** The JSDoc comment that stands directly above an offset of the source. */
export function docAbove(source: string, comments: readonly Comment[], start: number): Doc {
  const above = comments.findLast(
    (comment) =>
      comment.end <= start && source.slice(comment.end, start).trim() === '' && comment.value.startsWith('*'),
  )
  if (above?.type !== 'Block') return none
  const lines = above.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, ''))
  const [text = '', ...tags] = lines.join('\n').split(/^(?=@\w)/m)
  const parameters = new Map<string, string>()
  let returns: string | null = null
  for (const tag of tags) {
    const [, word, rest = ''] = /^@(\w+)\s*(?:\{[^}]*\}\s*)?([\s\S]*)$/.exec(tag) ?? []
    const said = rest.trim().replace(/\s+/g, ' ')
    if (word === 'returns' || word === 'return') returns = said === '' ? null : said
    const [, name, about] = /^\[?([\w$.]+)[^\s]*\s*-?\s*(.*)$/.exec(said) ?? []
    if (word === 'param' && name !== undefined && about) parameters.set(name, about)
  }
  return { text: text.trim() === '' ? null : text.trim(), parameters, returns }
}
