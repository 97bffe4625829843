import { showToast } from '#components/ui/overlay/toast-store.ts'
import type { Definition } from '#core/definition/definition.ts'
import { unsureScripts } from '#core/graph/edits/rename/unsure-scripts.ts'

/** Says which scripts renaming a step left alone though they name it: only a person can tell what they read. */
export function sayUnsureScripts(definition: Definition | null, gone: string): void {
  const scripts = definition === null ? [] : unsureScripts(definition, gone)
  if (scripts.length === 0) return
  const [first, ...others] = scripts
  const where = others.length === 0 ? first : `${first} and ${others.length} more`
  showToast({
    tone: 'human',
    title: `The code of ${where} may still read ${gone}`,
    detail: 'It was not clear enough to be changed. Look at it, and write the new name there.',
  })
}
