'use client'

import { type RefObject, useEffectEvent, useLayoutEffect, useMemo } from 'react'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import type { Decision } from '#components/ui/schema-form/decision.ts'
import type { Json } from '#core/json.ts'
import { taskTexts } from '../../texts/task.ts'
import { answerDraftOf } from './answer-drafts.ts'
import { focusAnswer } from './focus-answer.ts'
import { bufferKey, replayKeys, takeKeys } from './type-ahead.ts'

const label = taskTexts.decideNextTask
const keys = ['a', 'd', 'r', ...'123456789', 'enter', 'mod+enter']

/** Keeps answer keys for the next task while that task is not loaded yet. */
export function useTypeAhead(enabled: boolean): void {
  const actions = useMemo(
    () =>
      keys.map((shortcut) => ({
        id: `task.ahead.${shortcut}`,
        label,
        family: label,
        group: taskTexts.thisTask,
        shortcut,
        enabled,
        perform: () => bufferKey(shortcut),
      })),
    [enabled],
  )
  useOfferActions(actions)
}

interface ReplayOptions {
  readonly taskId: string
  readonly decision: Decision | null
  readonly form: RefObject<HTMLFormElement | null>
  /** The value of the untouched form. */
  readonly initial: Json
  /** The task is closed: the keys are taken, and have no effect. */
  readonly isOver: boolean
  setValue(value: Json): void
  send(value: Json): void
}

/** Replays the keys that were pressed while the previous task was being sent, before any key for this task. */
export function useReplayedKeys({ taskId, decision, form, initial, isOver, setValue, send }: ReplayOptions): void {
  const replay = useEffectEvent(() => {
    const from = answerDraftOf(taskId) ?? initial
    const keys = takeKeys(taskId)
    if (isOver) return
    const { value: answered = from, sends, rest } = replayKeys(keys, decision, from)
    if (answered !== from) {
      setValue(answered)
      // The form takes the focus only if no other element has it: the Enter that sends may come later, and a person who
      // moved the focus meanwhile keeps it.
      if (document.activeElement === document.body) focusAnswer(form)
    }
    if (!sends) return
    for (const key of rest) bufferKey(key)
    send(answered)
  })
  useLayoutEffect(() => replay(), [])
}
