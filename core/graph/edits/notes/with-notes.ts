import { parseIncrementally } from '#core/definition/incremental/parse-incrementally.ts'
import { applySplices } from '#core/definition/text/splice.ts'
import type { EditDone } from '../../edit.ts'
import { lineSplices } from '../../merge/lines.ts'
import { writeNote } from './write-note.ts'

/** An edit of `text` together with notes on the steps that it made. */
export function withNotes(text: string, done: EditDone, notes: ReadonlyMap<string, string>): EditDone {
  const parsed = done.parsed ?? parseIncrementally(done.text, null)
  const added = [...notes].flatMap(([step, note]) => {
    const written = writeNote(done.text, { type: 'set_note', step, text: note }, parsed)
    return written.ok ? written.splices : []
  })
  if (added.length === 0) return done
  const inOrder = added.toSorted((a, b) => a.start - b.start)
  const noted = applySplices(done.text, inOrder)
  return { ok: true, text: noted, splices: lineSplices(text, noted), created: done.created }
}
