import { applySplices } from '#core/definition/text/splice.ts'
import { applyEdit } from '../apply-edit.ts'
import type { Edit } from '../edit.ts'

/** The text after edits, one after the other; throws with the sentence when one is refused. */
export function edited(text: string, ...edits: readonly Edit[]): string {
  return edits.reduce((before, edit) => {
    const result = applyEdit(before, edit)
    if (!result.ok) throw new Error(`${result.code}: ${result.message}\n${before}`)
    if (applySplices(before, result.splices) !== result.text) throw new Error('The splices are not the edit.')
    return result.text
  }, text)
}

/** The code and the sentence of a refusal; throws when the edit is done. */
export function refused(text: string, edit: Edit): { code: string; message: string } {
  const result = applyEdit(text, edit)
  if (result.ok) throw new Error(`Not refused:\n${result.text}`)
  return { code: result.code, message: result.message }
}

/** The lines that an edit takes out and puts in, as one text. */
export function diff(text: string, edit: Edit): string {
  return changes(text, edited(text, edit)).join('\n')
}

/** What changed: lines taken out with `-`, put in with `+`, in order, the longest unchanged parts left out. */
export function changes(before: string, after: string): string[] {
  const [old, fresh] = [before.split(/\r?\n/), after.split(/\r?\n/)]
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0))
  const at = (row: number, column: number) => common[row]?.[column] ?? 0
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = fresh.length - 1; column >= 0; column -= 1) {
      const same = old[row] === fresh[column]
      ;(common[row] as number[])[column] = same
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: string[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < fresh.length) {
    if (row < old.length && column < fresh.length && old[row] === fresh[column]) {
      row += 1
      column += 1
    } else if (row < old.length && at(row + 1, column) >= at(row, column + 1)) lines.push(`-${old[row++]}`)
    else lines.push(`+${fresh[column++]}`)
  }
  return lines
}
