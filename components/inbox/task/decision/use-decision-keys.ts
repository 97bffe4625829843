'use client'

import { type RefObject, useMemo } from 'react'
import type { Action } from '#components/shell/actions/action.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import type { Decision } from '#components/ui/schema-form/decision.ts'
import { withProperty } from '#components/ui/schema-form/schema-field.ts'
import type { Json } from '#core/json.ts'
import { taskTexts } from '../../texts/task.ts'
import { answerDraftOf, storeAnswerDraft } from './answer-drafts.ts'
import { focusAnswer } from './focus-answer.ts'

export interface DecisionKeys {
  taskId: string
  decision: Decision | null
  form: RefObject<HTMLFormElement | null>
  inDialog: boolean
  enabled: boolean
  /** There is something to write in. */
  hasText: boolean
  /** The initial value of the form. */
  initial: Json
  send(): void
}

/** A key for each answer, which it leaves in focus, so that Enter sends it; and one to write beside it. */
export function useDecisionKeys({
  taskId,
  decision,
  form,
  inDialog,
  enabled,
  hasText,
  initial,
  send,
}: DecisionKeys): void {
  const actions = useMemo(() => {
    const shared = { group: taskTexts.thisTask, enabled, ...(inDialog ? { scope: 'dialog' as const } : {}) }
    const give = (answer: Json) => () => {
      if (!decision) return
      storeAnswerDraft(taskId, withProperty(answerDraftOf(taskId) ?? initial, decision.name, answer))
      focusAnswer(form)
    }
    const answers = (decision?.answers ?? []).flatMap(({ value, label, keys }) =>
      keys.map(
        (shortcut, index): Action => ({
          id: `task.answer.${shortcut}`,
          label,
          ...shared,
          shortcut,
          // The palette has each answer once; the sheet shows its keys on one line.
          ...(index > 0 ? { family: label } : {}),
          perform: give(value),
        }),
      ),
    )
    return [
      ...answers,
      { id: 'task.send', label: taskTexts.sendDecision, ...shared, shortcut: 'mod+enter', perform: send },
      {
        id: 'task.send-answer',
        label: taskTexts.sendDecision,
        family: taskTexts.sendDecision,
        ...shared,
        shortcut: 'enter',
        native: true,
        perform: send,
      },
      {
        id: 'task.note',
        label: taskTexts.writeComment,
        ...shared,
        enabled: enabled && hasText,
        shortcut: 'n',
        perform: () => form.current?.querySelector<HTMLElement>('textarea, input[type="text"]')?.focus(),
      },
    ]
  }, [taskId, decision, form, inDialog, enabled, hasText, initial, send])
  useOfferActions(actions)
}
