import type { Edit } from '#core/graph/edit.ts'
import { findStep } from '../algorithms/steps/find-step.ts'
import type { Session } from '../model/session.ts'
import { commandsTexts } from '../texts/commands.ts'

/** Whether all selected steps are disabled: then the command enables them. */
export function areDisabled(session: Session): boolean {
  const steps = selectedSteps(session)
  return steps.length > 0 && steps.every(({ disabled }) => disabled)
}

/** Disables the selected steps, which a run then passes over; enables them where all are disabled. */
export function toggleDisabled(session: Session): void {
  const enables = areDisabled(session)
  const edits = selectedSteps(session)
    .filter(({ disabled }) => disabled === enables)
    .map(({ name }): Edit => ({ type: 'set_field', step: name, path: ['disabled'], value: enables ? undefined : true }))
  session.perform(edits, { label: enables ? commandsTexts.enablingSteps : commandsTexts.disablingSteps })
}

function selectedSteps(session: Session): readonly { readonly name: string; readonly disabled: boolean }[] {
  const { definition } = session.document.store.getState()
  return [...session.selection.store.getState().steps].flatMap((name) => {
    const step = findStep(definition, name)?.step
    return step === undefined ? [] : [{ name, disabled: step.disabled === true }]
  })
}
