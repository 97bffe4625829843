import type { Json } from '#core/json.ts'
import { sameData } from '../../../model/document/reuse-equal.ts'

/**
 * Whether the value of the document is still the typed one. An emptied field may be read as a default, such as one
 * attempt, which must not appear in the field under the cursor.
 */
export function isAsCommitted(committed: Json | undefined, value: Json | undefined, standIn?: Json): boolean {
  return sameData(committed, value) || (committed === undefined && standIn !== undefined && sameData(standIn, value))
}
