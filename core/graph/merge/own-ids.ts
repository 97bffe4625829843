import { parse } from '#core/definition/parse.ts'
import { applySplices, type Splice } from '#core/definition/text/splice.ts'
import { isJsonObject, type JsonObject, objectOf } from '../../json.ts'
import type { TextRange } from '../../text-range.ts'
import type { WrittenNotes } from '../edits/draft/edit-draft.ts'
import { freeKey } from '../edits/layout/groups.ts'
import { renamedNotes, writtenNotes } from '../edits/notes/free-notes.ts'
import { freeNotes, type Note } from '../notes.ts'
import { nextLine } from '../text/geometry.ts'
import { jsonEqual } from '../text/json-equal.ts'
import { type Reading, readDraft, type Three } from './readings.ts'

export interface OwnIds {
  readonly mine: Reading
  /** Mine's notes that are added to the merged text. */
  readonly notes: WrittenNotes
}

interface Side {
  readonly text: string
  readonly layout: JsonObject
  readonly notes: ReadonlyMap<string, Note>
}

/**
 * Each draft numbers groups and notes by itself, so that new ones of both sides can share an id without being the same.
 * Mine's get ids that are free on both sides. A note that both sides rewrote is treated alike: comments of both sides
 * stay, as separate notes.
 */
export function withOwnIds(three: Three<Reading>): OwnIds {
  const [base, mine, theirs] = [sideOf(three.base), sideOf(three.mine), sideOf(three.theirs)]
  const groups = Object.entries(mine.layout).filter(([id, group]) => {
    const other = theirs.layout[id]
    return isJsonObject(group) && isJsonObject(other) && !Object.hasOwn(base.layout, id) && !jsonEqual(group, other)
  })
  const notes = [...mine.notes.values()].filter(({ id, text }) => {
    const [before, other] = [base.notes.get(id)?.text, theirs.notes.get(id)?.text]
    return text !== before && other !== before && text !== other
  })
  if (groups.length + notes.length === 0) return { mine: three.mine, notes: new Map() }
  const taken: Record<string, unknown> = { ...base.layout, ...mine.layout, ...theirs.layout }
  for (const id of [...mine.notes.keys(), ...theirs.notes.keys()]) taken[id] = null
  const ids = new Map<string, string>()
  const rename = (id: string, kind: 'group' | 'note') => {
    const fresh = freeKey(taken, kind)
    taken[fresh] = null
    ids.set(id, fresh)
  }
  for (const [id] of groups) rename(id, 'group')
  for (const { id } of notes) {
    if (theirs.notes.has(id)) rename(id, 'note')
    else ids.set(id, id)
  }
  const text = applySplices(mine.text, [
    ...notes.map((note) => asBefore(mine, note, base)),
    ...renamedKeys(mine, new Map([...ids].filter(([id]) => !Object.hasOwn(base.layout, id)))),
  ])
  const written = writtenNotes(
    mine.text,
    notes.map(({ id }) => id),
  )
  // Changed keys and fewer comments do not make a text unreadable.
  return { mine: readDraft(text) as Reading, notes: renamedNotes(written, ids) }
}

function sideOf({ text, source }: Reading): Side {
  return { text, layout: objectOf(source.value.layout), notes: new Map(freeNotes(text).map((note) => [note.id, note])) }
}

/** Restores a note to the base's version, or removes it: mine's version is added beside theirs at the end. */
function asBefore(mine: Side, { id, range }: Note, base: Side): Splice {
  const before = base.notes.get(id)?.range
  return before === undefined
    ? { start: range.start, end: nextLine(mine.text, range.end), text: '' }
    : { ...range, text: base.text.slice(before.start, before.end) }
}

function renamedKeys({ text, layout }: Side, ids: ReadonlyMap<string, string>): Splice[] {
  const { source } = parse(text)
  const splices = [...ids].flatMap(([id, fresh]) => {
    if (!Object.hasOwn(layout, id)) return []
    return [{ ...(source.keyRange(['layout', id]) as TextRange), text: fresh }]
  })
  return splices.toSorted((a, b) => a.start - b.start)
}
