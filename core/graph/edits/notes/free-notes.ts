import { applySplices } from '#core/definition/text/splice.ts'
import { isJsonObject, type JsonObject } from '#core/json.ts'
import type { EditDone } from '../../edit.ts'
import { lineSplices } from '../../merge/lines.ts'
import { freeNotes, headerEnd } from '../../notes.ts'
import { type Rewritten, rewrite } from '../../text/rewrite/rewrite.ts'
import type { Source } from '../../text/source.ts'
import { openSource } from '../../text/source.ts'
import type { WrittenNotes } from '../draft/edit-draft.ts'
import { freeKey } from '../layout/groups.ts'
import { place } from '../layout/positions.ts'

/** The free notes of a text with the wanted ids; all of them without `wanted`. */
export function writtenNotes(text: string, wanted?: readonly string[]): WrittenNotes {
  const notes = freeNotes(text).filter(({ id }) => wanted === undefined || wanted.includes(id))
  return new Map(notes.map(({ id, range }) => [id, text.slice(range.start, range.end).split(/\r?\n/)]))
}

/** Free ids for notes that are added to a text, by their old ids. */
export function freshIds(notes: WrittenNotes, text: string, root: JsonObject): ReadonlyMap<string, string> {
  const layout = isJsonObject(root.layout) ? root.layout : {}
  const taken: Record<string, null> = {}
  for (const id of [...Object.keys(layout), ...writtenNotes(text).keys()]) taken[id] = null
  const ids = new Map<string, string>()
  for (const id of notes.keys()) {
    const fresh = freeKey(taken, 'note')
    taken[fresh] = null
    ids.set(id, fresh)
  }
  return ids
}

/** Notes with their ids replaced. */
export function renamedNotes(notes: WrittenNotes, ids: ReadonlyMap<string, string>): WrittenNotes {
  return new Map(
    [...notes].map(([id, [first, ...rest]]) => {
      const fresh = ids.get(id) as string
      return [fresh, [(first as string).replace(id, fresh), ...rest]]
    }),
  )
}

/** A text with further notes below the existing ones. */
export function addFreeNotes(text: string, notes: WrittenNotes): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const at = headerEnd(text)
  const lines = [...notes.values()].flat().map((line) => line + newline)
  return applySplices(text, [{ start: at, end: at, text: lines.join('') }])
}

/** An edit of `text` combined with free notes, which go below the existing ones. */
export function withFreeNotes(text: string, done: EditDone, notes: WrittenNotes): EditDone {
  const noted = addFreeNotes(done.text, notes)
  const { ok, created } = done
  return { ok, text: noted, splices: lineSplices(text, noted), created, createdNotes: [...notes.keys()] }
}

/** Notes with their positions, as a text that contains nothing else. */
export function textOfNotes(notes: WrittenNotes, layout: Readonly<Record<string, readonly [number, number]>>): string {
  const places = [...notes.keys()].flatMap((id) => {
    const [x, y] = layout[id] ?? []
    return x === undefined || y === undefined ? [] : [[id, { x, y }] as const]
  })
  const empty = openSource('steps: []\n') as Source
  // A map of positions can always be written beside a list without items.
  const written = rewrite(empty, place(empty.value, Object.fromEntries(places))) as Rewritten
  const lines = [...notes.values()].flat().map((line) => `${line}\n`)
  return `${lines.join('')}${written.source.text}`
}
