import type { TextRange } from '#core/text-range.ts'
import { findStep } from '../../algorithms/steps/find-step.ts'
import { sectionOf } from '../../commands/reveal.ts'
import type { Session } from '../../model/session.ts'
import type { InspectorSection } from '../../model/view-store.ts'
import type { Path } from '../inspector/field-props.ts'
import { fieldAt, rangeOfField } from './yaml/field-at.ts'

/** The step whose fields are shown: the one selected step, null for the workflow, undefined for neither. */
function shownStep({ selection }: Session): string | null | undefined {
  const { steps, edges } = selection.store.getState()
  const [step] = steps
  if (steps.size + edges.size > 1 || edges.size > 0) return undefined
  return step ?? null
}

/** The path of the field at the text cursor, and the tab that contains the field. */
export function fieldOfCursor(session: Session, offset: number): readonly [Path | null, InspectorSection?] {
  const step = shownStep(session)
  const { text, parsed } = session.document.store.getState()
  const path = step === undefined ? null : fieldAt(text, parsed, step, offset)
  const found = path === null || step === undefined || step === null ? null : findStep(parsed.definition, step)
  return found === null ? [path] : [path, sectionOf(found.step.type, String(path?.[0]))]
}

/** The text range of the focused field. */
export function focusedField(session: Session): TextRange | null {
  const { fieldInFocus } = session.view.store.getState()
  const step = shownStep(session)
  if (fieldInFocus === null || step === undefined) return null
  return rangeOfField(session.document.store.getState().parsed, step, fieldInFocus)
}
