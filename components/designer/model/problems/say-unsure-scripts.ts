import { showToast } from '#components/ui/overlay/toast-store.ts'
import type { Definition } from '#core/definition/definition.ts'
import { unsureScripts } from '#core/graph/edits/rename/unsure-scripts.ts'

/** Reports the scripts that may still read a step by its old name after a rename: only a user can decide what they read. */
export function sayUnsureScripts(definition: Definition | null, gone: string): void {
  const scripts = definition === null ? [] : unsureScripts(definition, gone)
  if (scripts.length === 0) return
  const [first, ...others] = scripts
  const where = others.length === 0 ? first : `${first} and ${others.length} more`
  showToast({
    tone: 'human',
    title: `The code of ${where} may still use ${gone}`,
    detail: 'It could not be updated automatically. Check the code and enter the new name.',
  })
}
