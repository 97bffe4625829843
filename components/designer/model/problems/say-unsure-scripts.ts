import { showToast } from '#components/ui/overlay/toast-store.ts'
import type { Definition } from '#core/definition/definition.ts'
import { unsureScripts } from '#core/graph/edits/rename/unsure-scripts.ts'
import { modelTexts } from '../../texts/model.ts'

/** Reports the scripts that may still read a step by its old name after a rename: only a user can decide what they read. */
export function sayUnsureScripts(definition: Definition | null, gone: string): void {
  const scripts = definition === null ? [] : unsureScripts(definition, gone)
  if (scripts.length === 0) return
  const [first, ...others] = scripts
  const where = others.length === 0 ? first : modelTexts.andMore(first, others.length)
  showToast({
    tone: 'human',
    title: modelTexts.codeOfMayStillUse(where, gone),
    detail: modelTexts.itCouldNotBeUpdated,
  })
}
