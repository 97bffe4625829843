/** A position in a YAML text, derived from the lines alone, so that half-typed texts have one too. */
export interface YamlPosition {
  /** Keys from the root to the map at the position; `[]` for an item of a list. */
  readonly path: readonly string[]
  /** Whether the position is in a key, or in the value of this key (or an item of its list). */
  readonly at: { readonly kind: 'key' } | { readonly kind: 'value'; readonly key: string }
  /** The offset of the word at the position, from which a completion replaces text. */
  readonly from: number
  readonly word: string
  /** The entries of the map so far, for keys on their own lines or in the map's brackets. */
  readonly siblings: ReadonlyMap<string, string>
}

export const item = '[]'

/** A key or a dash of a line. */
export interface Mark {
  readonly column: number
  /** Null for the dash of a list item. */
  readonly key: string | null
  readonly value: string
}

/** Keys of groups and notes contain a space. Step names with this pattern would be deliberate. */
const keyed = /^(["']?)([A-Za-z_][\w.-]*|(?:group|note) \d+)\1\s*:(?:\s+(.*))?$/
const wordAtEnd = /[\w./-]*$/

export function yamlPosition(text: string, offset: number): YamlPosition | null {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const before = text.slice(lineStart, offset)
  if (/(^|\s)#/.test(before)) return null
  const above = text.slice(0, lineStart).split('\n').slice(0, -1)
  const word = wordAtEnd.exec(before)?.[0] ?? ''
  const from = offset - word.length
  const own = marksOf(before)
  const last = own.at(-1)
  const flow = last?.key === null || last === undefined ? flowOf(rest(before)) : flowOf(last.value)
  const column = ownColumn(before)
  const around = pathTo([...above.flatMap(marksOf), ...(last?.key === null ? own : own.slice(0, -1))], column)
  if (flow.opens.length > 0) return inFlow(flow, last?.key == null ? around : [...around, last.key], from, word)
  const siblings = siblingsOf(text, lineStart, column)
  if (last !== undefined && last.key !== null) {
    if (last.value.replace(wordAtEnd, '').trim() !== '') return null
    return { path: around, at: { kind: 'value', key: last.key }, from, word, siblings }
  }
  if (rest(before) !== word) return null
  const [owner, mark] = around.slice(-2)
  const isScalarList = mark === item && owner !== undefined && scalarLists.has(owner)
  if (isScalarList)
    return { path: around.slice(0, -2), at: { kind: 'value', key: owner }, from, word, siblings: new Map() }
  return { path: around, at: { kind: 'key' }, from, word, siblings }
}

/** Keys whose list holds scalars. */
const scalarLists: ReadonlySet<string> = new Set([
  'next',
  'dependencies',
  'groups',
  'assignees',
  'excluded',
  'non_retryable',
  'required_input',
  'not_imported',
])

const rest = (line: string): string => line.replace(/^\s*(?:-\s+)*(?:-$)?/, '')

/** The column at which a key of the line would stand. */
const ownColumn = (line: string): number => line.length - rest(line).length

/** The dashes and the key of a line, with their columns. */
export function marksOf(line: string): readonly Mark[] {
  const marks: Mark[] = []
  let at = line.length - line.trimStart().length
  while (/^-(\s|$)/.test(line.slice(at))) {
    marks.push({ column: at, key: null, value: '' })
    const inner = line.slice(at + 1)
    at += 1 + inner.length - inner.trimStart().length
  }
  const found = keyed.exec(line.slice(at).replace(/\s+#.*$/, ''))
  if (found !== null) marks.push({ column: at, key: found[2] as string, value: found[3] ?? '' })
  return marks
}

/** The path of the keys and items that enclose a column. */
const pathTo = (marks: readonly Mark[], column: number): readonly string[] =>
  marksAround(marks, column).map(({ key }) => key ?? item)

/**
 * The keys and items that enclose a column, read upwards from the last mark of the lines. Keys in the same line as a
 * dash stand beside the dash.
 */
export function marksAround<Found extends Mark>(marks: readonly Found[], column: number): readonly Found[] {
  const around: Found[] = []
  let limit = column
  let behindDash = false
  for (const mark of marks.toReversed()) {
    const { column: at, key } = mark
    // A list may be indented as little as its own key.
    if (key === null ? at >= limit || (behindDash && at >= limit - 1) : at >= limit) continue
    around.unshift(mark)
    limit = key === null ? at + 1 : at
    behindDash = key === null
  }
  return around
}

interface FlowOpen {
  readonly kind: '{' | '['
  readonly key: string | null
  readonly said: Map<string, string>
}

/** The brackets of a line that are still open at its end, and the key before them. */
function flowOf(text: string): { readonly opens: readonly FlowOpen[]; readonly key: string | null } {
  const opens: FlowOpen[] = []
  let key: string | null = null
  for (const [token, word] of text.matchAll(
    /"(?:[^"\\]|\\.)*"?|'[^']*'?|\{\{.*?\}\}|[{}[\],]|((?:group |note )?[\w./-]+)(?=\s*:(?:\s|$))|[^\s{}[\],:]+/g,
  )) {
    if (token === '{' || token === '[') {
      if (key !== null) opens.at(-1)?.said.set(key, token)
      opens.push({ kind: token, key, said: new Map() })
      key = null
    } else if (token === '}' || token === ']') {
      opens.pop()
      key = null
    } else if (token === ',') key = null
    else if (word !== undefined) key = word
    else if (key !== null) opens.at(-1)?.said.set(key, token)
  }
  return { opens, key }
}

function inFlow(
  { opens, key }: ReturnType<typeof flowOf>,
  around: readonly string[],
  from: number,
  word: string,
): YamlPosition {
  const path = [...around]
  for (const open of opens) {
    if (open.key !== null) path.push(open.key)
    if (open.kind === '[') path.push(item)
  }
  const inner = opens.at(-1) as FlowOpen
  if (inner.kind === '[') {
    const owner = path.at(-2) ?? ''
    return { path: path.slice(0, -2), at: { kind: 'value', key: owner }, from, word, siblings: new Map() }
  }
  const at = key === null ? ({ kind: 'key' } as const) : ({ kind: 'value', key } as const)
  return { path, at, from, word, siblings: inner.said }
}

/** The keys of the block map at a column, around a line. */
function siblingsOf(text: string, lineStart: number, column: number): ReadonlyMap<string, string> {
  const lines = text.split('\n')
  const at = text.slice(0, lineStart).split('\n').length - 1
  const said = new Map<string, string>()
  const take = (line: string | undefined, isOwn: boolean): boolean => {
    if (line === undefined) return false
    if (line.trim() === '' || line.trimStart().startsWith('#')) return true
    const marks = marksOf(line)
    const indent = line.length - line.trimStart().length
    const mark = marks.at(-1)
    if (mark?.key != null && mark.column === column) said.set(mark.key, mark.value.replace(/^["']|["']$/g, ''))
    return isOwn || indent >= column
  }
  take(lines[at], true)
  // The first line of an item begins with its dash. This line belongs to the map, and the lines above do not.
  if (!/^\s*-\s/.test(lines[at] ?? '') || ownColumn(lines[at] ?? '') !== column) {
    for (let line = at - 1; line >= 0 && take(lines[line], false); line -= 1);
  }
  for (let line = at + 1; line < lines.length; line += 1) {
    const next = lines[line] ?? ''
    const indent = next.length - next.trimStart().length
    if (next.trim() !== '' && indent < column) break
    take(next, false)
  }
  return said
}
