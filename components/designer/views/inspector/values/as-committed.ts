import type { Json } from '#core/json.ts'
import { sameData } from '../../../model/document/reuse-equal.ts'

/**
 * Whether the document's value is still the one that was typed. What is emptied
 * may be read as something else, such as one attempt: that must not come back
 * into the field under the cursor.
 */
export function isAsCommitted(committed: Json | undefined, value: Json | undefined, standIn?: Json): boolean {
  return sameData(committed, value) || (committed === undefined && standIn !== undefined && sameData(standIn, value))
}
